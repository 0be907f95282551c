import { isObject } from './questions/pick.ts'
import { CHARACTERS_PER_TOKEN } from './read-usage.ts'

/** More than any provider counts for an image, however large. The length of its base64 says nothing about that. */
const IMAGE_TOKENS = 5000

/** What a question may have in tokens, before anybody counted them. */
export function estimateInput(question: unknown, sent: string): { inputMost: number; inputLikely: number } {
  const images = findImages(question)
  const imageCharacters = images.reduce((sum, image) => sum + image.length, 0)
  const fixed = images.length * IMAGE_TOKENS
  const characters = sent.length - imageCharacters
  return {
    // No tokenizer makes more tokens than there are bytes.
    inputMost: Buffer.byteLength(sent) - imageCharacters + fixed,
    inputLikely: Math.ceil(characters / CHARACTERS_PER_TOKEN) + fixed,
  }
}

function findImages(question: unknown): string[] {
  const images: string[] = []
  const waiting: unknown[] = [question]
  // Not by calling itself: a question may be nested deeper than the stack.
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value === 'string' && /^data:image\//i.test(value)) images.push(value)
    if (Array.isArray(value)) for (const one of value) waiting.push(one ?? null)
    if (!isObject(value)) continue
    const type = value['media_type'] ?? value['mimeType']
    const bytes = value['data']
    if (typeof type === 'string' && type.startsWith('image/') && typeof bytes === 'string') images.push(bytes)
    else for (const one of Object.values(value)) waiting.push(one ?? null)
  }
  return images
}
