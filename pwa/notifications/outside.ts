/** How the service worker tells a page which notification was tapped, by message or in the address it opens. */
export const OPEN_MESSAGE = "OPEN_NOTIFICATION";
export const READ_FRAGMENT = "#notification=";
