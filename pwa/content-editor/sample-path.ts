/** Where everybody can try the operators' editor. */
export const EDITOR_EXAMPLE_PATH = "/cms-editor-example";
