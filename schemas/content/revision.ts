/** The row of `ui_config` by which every device hears that something else is public; its value counts up. */
export const CONTENT_REVISION_KEY = "content_revision";
