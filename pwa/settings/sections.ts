/** The parts of the settings that can be gone to: the ids of their headings, what stands there, and what else people call it. */
export const SETTINGS_SECTIONS = [
  { id: "settings-look", title: "Appearance", also: "theme dark light mode colours" },
  { id: "settings-language", title: "Language", also: "translation numbers dates format" },
  { id: "settings-notify", title: "Notifications", also: "push mail messages alerts" },
  { id: "settings-security", title: "Security of payments", also: "limits password" },
  { id: "settings-device", title: "Data on this device", also: "storage export sync rebuild remove" },
  { id: "settings-lock", title: "App lock", also: "PIN passkey encrypt" },
  { id: "settings-install", title: "Install the app", also: "home screen dock" },
] as const;
