/** The one settings row of each user. */
export const SETTINGS_UID = "settings";
