import { decodeXML } from 'entities'

/** An object of a bucket. */
export interface StoredObject {
  key: string
  /** Changes with the content. */
  etag: string
  bytes: number
  modifiedAt: number
}

export interface ListAnswer {
  objects: StoredObject[]
  /** For the next page; null on the last one. */
  next: string | null
}

/** Reads the answer of `ListObjectsV2` (docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html). */
export function readListAnswer(xml: string): ListAnswer {
  const [head = '', ...entries] = xml.split('<Contents>')
  const objects = entries.map((entry) => ({
    key: textOf(entry, 'Key') ?? '',
    etag: textOf(entry, 'ETag') ?? '',
    bytes: Number(textOf(entry, 'Size') ?? 0),
    modifiedAt: Date.parse(textOf(entry, 'LastModified') ?? '') || 0,
  }))
  // Stands before or behind the objects.
  const next = textOf(head, 'NextContinuationToken') ?? textOf(entries.at(-1) ?? '', 'NextContinuationToken')
  return { objects: objects.filter(({ key }) => key !== ''), next: next || null }
}

function textOf(xml: string, name: string): string | null {
  const from = xml.indexOf(`<${name}>`)
  const to = from < 0 ? -1 : xml.indexOf('<', from + name.length + 2)
  return to < 0 ? null : decodeXML(xml.slice(from + name.length + 2, to))
}
