/** Of a key that went down. */
export interface Press {
  readonly key: string;
  readonly code: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly isComposing: boolean;
  readonly defaultPrevented: boolean;
}

/**
 * Whether a key opens the palette: Command and K on Apple's devices, where Control and K cuts a line while typing, Control and K
 * elsewhere. Where a layout has no Latin letters, the key that would be K.
 */
export function opensPalette(press: Press, isApple: boolean): boolean {
  const { key, code, shiftKey, ctrlKey, altKey, metaKey, isComposing, defaultPrevented } = press;
  if (shiftKey || altKey || isComposing || defaultPrevented) return false;
  if (isApple ? !metaKey || ctrlKey : !ctrlKey || metaKey) return false;
  return /^[a-z]$/i.test(key) ? key.toLowerCase() === "k" : code === "KeyK";
}

export function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform);
}

/** The keys, as people read them. */
export function shortcutText(): string {
  return isApple() ? "⌘ K" : "Ctrl K";
}
