const RELEASE_MS = 10_000;

/** Offers `text` to the person as a file to keep. */
export function saveFile(name: string, mediaType: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${mediaType};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser may read the address after the click returns.
  setTimeout(() => URL.revokeObjectURL(url), RELEASE_MS);
}
