export interface PageLink {
  readonly to: string;
  readonly label: string;
}

/** What a page says where the server has no text of its own for it. */
export interface PageContents {
  readonly title: string;
  readonly summary: string;
  readonly sections?: readonly { readonly heading: string; readonly paragraphs: readonly string[] }[];
  readonly links?: readonly PageLink[];
}
