import { t } from "@lingui/core/macro";
/** The parts of the settings that can be gone to: the ids of their headings, what stands there, and what else people call it. */
export const SETTINGS_SECTIONS = [
  {
    id: "settings-look",
    get title() {
      return t`Appearance`;
    },
    also: "theme dark light mode colours",
  },
  {
    id: "settings-language",
    get title() {
      return t`Language`;
    },
    also: "translation numbers dates format",
  },
  {
    id: "settings-notify",
    get title() {
      return t`Notifications`;
    },
    also: "push mail messages alerts",
  },
  {
    id: "settings-security",
    get title() {
      return t`Security of payments`;
    },
    also: "limits password",
  },
  {
    id: "settings-device",
    get title() {
      return t`Data on this device`;
    },
    also: "storage export sync rebuild remove",
  },
  {
    id: "settings-lock",
    get title() {
      return t`App lock`;
    },
    also: "PIN passkey encrypt",
  },
  {
    id: "settings-install",
    get title() {
      return t`Install the app`;
    },
    also: "home screen dock",
  },
] as const;
