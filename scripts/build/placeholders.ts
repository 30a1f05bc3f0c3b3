import { build, type Plugin as RolldownPlugin } from 'rolldown'
import type { Plugin } from 'vite'
import { browserContract } from './browser-contract.ts'

const place = '<!-- placeholders -->'

/** Renders app/web/frame/placeholders.tsx into index.html, whose inline script then shows the right placeholder. */
export function placeholders(): Plugin {
  return {
    name: 'placeholders',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        const templates = (await render()).map(
          ([page, content]) => `<template data-page="${page}">${content}</template>`,
        )
        return html.replace(place, () => templates.join(''))
      },
    },
  }
}

/** Their address isn't known yet. */
const withoutDrawings: RolldownPlugin = {
  name: 'without-drawings',
  load: { filter: { id: /\.svg/ }, handler: () => ({ code: "export default ''", moduleType: 'js' }) },
}

async function render(): Promise<[page: string, html: string][]> {
  const { output } = await build({
    input: 'app/web/frame/placeholders.tsx',
    plugins: [browserContract(), withoutDrawings],
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"', 'import.meta.env': '{}' } },
    moduleTypes: { '.css': 'empty' },
    // Suppresses warnings about the libraries' 'use client' directives, which don't matter here.
    logLevel: 'silent',
    write: false,
    output: { format: 'esm', codeSplitting: false },
  })
  const module = `data:text/javascript,${encodeURIComponent(output[0].code)}`
  return (await import(module)).placeholders
}
