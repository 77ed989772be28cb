import { maskAll, maskText } from "./mask-text.ts";

/** Pictures of our own making that tell of nobody: icons, and the marks of assets that are listed. */
const HARMLESS_PICTURE = /\/(?:asset-images|icons)\//;
const FIELD = "input, textarea, select";

/** Whether an element shows something private that cannot be replaced by text, so that it is left out of the picture. */
export function isPrivatePicture(element: Element): boolean {
  if (element instanceof HTMLCanvasElement || element instanceof HTMLVideoElement) return true;
  if (element instanceof HTMLImageElement) return !HARMLESS_PICTURE.test(new URL(element.src, location.href).pathname);
  return element instanceof SVGElement && element.closest("[data-private]") !== null;
}

/**
 * Replaces in a copy of a screen everything that tells of money or of who somebody is, before the copy is drawn: what was
 * replaced is in no pixel. Elements marked `data-private` are replaced whole, all other texts where they look private or hold
 * one of the names.
 */
export function redact(copy: Element, names: RegExp | null): void {
  for (const field of copy.querySelectorAll(FIELD)) {
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
      field.value = maskAll(field.value);
      field.setAttribute("value", field.value);
      if (field instanceof HTMLTextAreaElement) field.textContent = field.value;
    }
  }
  const texts = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    const parent = node.parentElement;
    if (!node.nodeValue || !parent || parent.closest("style, script") !== null) continue;
    if (parent.closest("[data-private], textarea") !== null) node.nodeValue = maskAll(node.nodeValue);
    // Times are what support asks for first.
    else if (parent.closest("time") === null) node.nodeValue = maskText(node.nodeValue, names);
  }
}
