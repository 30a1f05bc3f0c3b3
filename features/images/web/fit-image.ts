import { imageLimits, jpegLimits } from '../contract.ts'
import { loadImage } from './image-file.ts'

/** In pixels: twice what the server keeps, so that scaling twice costs nothing visible. */
const longestSide = 3200

/**
 * The file, or the same picture scaled down where the server would reject it only for the memory that decoding
 * takes: a large progressive JPEG. If this browser can't do that either, the server says what is wrong.
 */
export async function fitImage(file: Blob): Promise<Blob> {
  try {
    const frame = progressiveFrame(new DataView(await file.arrayBuffer()))
    const isLarge = frame && exceeds(frame, imageLimits) && !exceeds(frame, jpegLimits)
    return isLarge ? await scaledDown(file) : file
  } catch {
    return file
  }
}

interface Size {
  width: number
  height: number
}

const exceeds = ({ width, height }: Size, { pixels, side }: { pixels: number; side: number }) =>
  width * height > pixels || Math.max(width, height) > side

/** The size in the frame header of a progressive JPEG; undefined for any other file. */
export function progressiveFrame(bytes: DataView): Size | undefined {
  if (bytes.byteLength < 4 || bytes.getUint16(0) !== 0xffd8) return undefined
  for (let at = 2; at + 9 <= bytes.byteLength; ) {
    const marker = bytes.getUint16(at)
    if (marker === 0xffc2) return { height: bytes.getUint16(at + 5), width: bytes.getUint16(at + 7) }
    // Other frames, the image itself, or no JPEG.
    if (marker === 0xffc0 || marker === 0xffc1 || marker === 0xffda || marker < 0xff00) return undefined
    // Any number of 0xFF may come before a marker.
    at += marker === 0xffff ? 1 : 2 + bytes.getUint16(at + 2)
  }
  return undefined
}

async function scaledDown(file: Blob): Promise<Blob> {
  const url = URL.createObjectURL(file)
  try {
    const image = await loadImage(url)
    // Upright: browsers have already turned the picture.
    const { naturalWidth, naturalHeight } = image
    const scale = longestSide / Math.max(naturalWidth, naturalHeight)
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(naturalWidth * scale))
    canvas.height = Math.max(1, Math.round(naturalHeight * scale))
    const context = canvas.getContext('2d')
    if (!context) return file
    context.imageSmoothingQuality = 'high'
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    const scaled = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', 0.9))
    return scaled ?? file
  } finally {
    URL.revokeObjectURL(url)
  }
}
