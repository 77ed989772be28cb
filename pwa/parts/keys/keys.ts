/** Of a key that went down. */
export interface Press {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly repeat: boolean;
  readonly isComposing: boolean;
  readonly defaultPrevented: boolean;
}

/** Whether a key was pressed by itself, and for us: what is held with another belongs to the browser, the system or a screen reader. */
export function isAlone({ ctrlKey, altKey, metaKey, repeat, isComposing, defaultPrevented }: Press): boolean {
  return !(ctrlKey || altKey || metaKey || repeat || isComposing || defaultPrevented);
}

/** Of an element that has the focus. */
export interface Focused {
  readonly tagName: string;
  /** Of an input. */
  readonly type?: string;
  readonly isContentEditable?: boolean;
}

const WITHOUT_TEXT = ["radio", "checkbox", "range", "button", "submit", "reset", "color", "file"];

/** Whether letters go into the element that has the focus, or choose something in it. */
export function takesText({ tagName, type = "text", isContentEditable = false }: Focused): boolean {
  if (isContentEditable) return true;
  const tag = tagName.toUpperCase();
  return tag === "TEXTAREA" || tag === "SELECT" || (tag === "INPUT" && !WITHOUT_TEXT.includes(type));
}

export function focusedOf(element: HTMLElement): Focused {
  const { tagName, isContentEditable } = element;
  return { tagName, isContentEditable, ...(element instanceof HTMLInputElement ? { type: element.type } : {}) };
}

/** What is open over the page has keys of its own. */
const OVER = '[role="dialog"],[role="alertdialog"],[role="menu"]';

export function isPageCovered(): boolean {
  return document.querySelector(OVER) !== null;
}
