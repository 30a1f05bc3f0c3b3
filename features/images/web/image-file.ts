import { useEffect, useState } from 'react'
import { onlyImages } from '../contract.ts'

/** Loads the picture at a URL; rejects if this browser can't show it. Not `decode()`, which decodes all pixels once more. */
export async function loadImage(url: string): Promise<HTMLImageElement> {
  const image = new Image()
  await new Promise((resolve, reject) => {
    Object.assign(image, { onload: resolve, onerror: reject, src: url })
  })
  return image
}

/** What is said about a chosen file that this browser can't show, whatever its name. */
export const notAnImage = `This file can’t be shown as an image. ${onlyImages}.`

const known = new WeakMap<File, Promise<boolean>>()

export function isImage(file: File): Promise<boolean> {
  const answer = known.get(file) ?? tryToShow(file)
  known.set(file, answer)
  return answer
}

async function tryToShow(file: File): Promise<boolean> {
  const url = URL.createObjectURL(file)
  try {
    await loadImage(url)
    return true
  } catch {
    return false
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** A URL under which the browser shows a chosen file, and whether it can't. */
export function useImageFile(file: File | null | undefined): { url: string | null; failed: boolean } {
  const [state, setState] = useState<{ url: string | null; failed: boolean }>(nothing)
  useEffect(() => {
    if (!file) return undefined
    let isGone = false
    const url = URL.createObjectURL(file)
    void isImage(file).then(shows => isGone || setState(shows ? { url, failed: false } : unusable))
    return () => {
      isGone = true
      setState(nothing)
      URL.revokeObjectURL(url)
    }
  }, [file])
  return state
}

const nothing = { url: null, failed: false }
const unusable = { url: null, failed: true }
