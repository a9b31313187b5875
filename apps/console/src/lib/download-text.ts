import { downloadBlob } from './download-blob.ts';

/** Downloads the text as a file. */
export function downloadText(fileName: string, text: string): void {
  downloadBlob(fileName, new Blob([text], { type: 'text/plain;charset=utf-8' }));
}
