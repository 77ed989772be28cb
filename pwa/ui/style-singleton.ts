import { useEffect } from "react";

/**
 * Stands in for `react-style-singleton`, by which the parts of Radix that lock scrolling write a style element, so that the
 * pages' policy needs to allow no inline style. A sheet made by script is none, and does the same.
 */
export interface StylesheetSingleton {
  add(styles: string): void;
  remove(): void;
}

/** One sheet for all who add it, there while anybody wants it. */
export function stylesheetSingleton(): StylesheetSingleton {
  let wantedBy = 0;
  let sheet: CSSStyleSheet | null = null;
  return {
    add(styles) {
      wantedBy += 1;
      if (wantedBy > 1) return;
      sheet = new CSSStyleSheet();
      sheet.replaceSync(styles);
      document.adoptedStyleSheets.push(sheet);
    },
    remove() {
      wantedBy -= 1;
      if (wantedBy > 0 || sheet === null) return;
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
      sheet = null;
    },
  };
}

/** As a hook; styles that change are only looked at where they are said to. */
export function styleHookSingleton(): (styles: string, isDynamic?: boolean) => void {
  const sheet = stylesheetSingleton();
  return function useStyle(styles, isDynamic) {
    const key = isDynamic === true ? styles : null;
    useEffect(() => {
      sheet.add(styles);
      return () => sheet.remove();
      // oxlint-disable-next-line react/exhaustive-deps -- styles that are not dynamic stay what they were
    }, [key]);
  };
}

/** As a component that draws nothing. */
export function styleSingleton(): (props: { readonly styles: string; readonly dynamic?: boolean }) => null {
  const useStyle = styleHookSingleton();
  return function Sheet({ styles, dynamic }) {
    useStyle(styles, dynamic);
    return null;
  };
}
