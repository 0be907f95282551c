import { extname } from 'node:path/posix'

/** An agent gets no larger file: no page is, and no larger change would be accepted, see `diff-policy.ts`. */
export const EDITABLE_BYTES_MAX = 1024 * 1024

/** Kinds that no documentation tool edits as text: most of the bytes of a documentation repository, none of its words. */
const OPAQUE_ENDINGS: ReadonlySet<string> = new Set(
  [
    'png jpg jpeg gif webp avif bmp ico icns tif tiff heic heif psd ai sketch fig xcf eps raw',
    'mp4 m4v mov webm avi mkv mpg mpeg ogv mp3 m4a wav ogg oga opus flac aac',
    'woff woff2 ttf otf eot ttc',
    'zip gz tgz bz2 xz zst 7z rar tar jar war ear whl gem deb rpm dmg iso pkg msi apk nupkg',
    'pdf doc docx xls xlsx ppt pptx odt ods odp epub mobi',
    'exe dll so dylib a o obj lib bin dat class pyc wasm node',
    'sqlite sqlite3 db parquet avro npy npz pt onnx h5 pkl',
    'glb gltf fbx blend stl usdz',
  ].flatMap((line) => line.split(' ')),
)

/** True for a file that an agent may want to read or edit, as far as its name tells. */
export function isEditableKind(path: string): boolean {
  return !OPAQUE_ENDINGS.has(extname(path).slice(1).toLowerCase())
}
