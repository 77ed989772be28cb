import type { ManifestOptions } from "vite-plugin-pwa";
import type { Landing } from "./print-landing.ts";

/** What a system is told of the installed app, in English. */
export const webManifest: Partial<ManifestOptions> = {
  id: "/",
  name: "Astrolabe",
  short_name: "Astrolabe",
  description: "A wallet and exchange for the Stellar network that keeps working offline.",
  lang: "en",
  dir: "ltr",
  start_url: "/dashboard",
  scope: "/",
  display: "standalone",
  background_color: "#0b0f19",
  theme_color: "#0b0f19",
  categories: ["finance"],
  icons: [
    ...[48, 72, 96, 128, 144, 152, 192, 256, 384, 512].map((size) => ({
      src: `/icons/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: "image/png",
      purpose: "any" as const,
    })),
    ...[192, 512].map((size) => ({
      src: `/icons/maskable-${size}.png`,
      sizes: `${size}x${size}`,
      type: "image/png",
      purpose: "maskable" as const,
    })),
  ],
  shortcuts: [
    { name: "Send", url: "/send" },
    { name: "Receive", url: "/receive" },
    { name: "History", url: "/transactions" },
  ].map((shortcut) => ({
    ...shortcut,
    icons: [{ src: "/icons/icon-96.png", sizes: "96x96", type: "image/png" }],
  })),
  screenshots: [
    {
      src: "/screenshots/phone.png",
      sizes: "390x844",
      type: "image/png",
      form_factor: "narrow",
      label: "The dashboard on a phone",
    },
    {
      src: "/screenshots/desktop.png",
      sizes: "1440x900",
      type: "image/png",
      form_factor: "wide",
      label: "The dashboard on a desktop",
    },
  ],
  share_target: { action: "/send", method: "GET", params: { text: "text", url: "url" } },
  protocol_handlers: [{ protocol: "web+stellar", url: "/send?uri=%s" }],
};

/** The same in another language: the same app. Throws where it has no words for a part of it. */
export function manifestIn(
  manifest: Partial<ManifestOptions>,
  { language, direction, installed }: Landing,
): Partial<ManifestOptions> {
  const { description, shortcuts, screenshots } = installed;
  return {
    ...manifest,
    lang: language,
    dir: direction,
    description,
    shortcuts: (manifest.shortcuts ?? []).map((shortcut) => {
      const name = shortcuts[shortcut.url];
      if (name === undefined) throw new Error(`The shortcut to ${shortcut.url} has no name in ${language}.`);
      return { ...shortcut, name };
    }),
    screenshots: (manifest.screenshots ?? []).map((picture) => ({
      ...picture,
      label: picture.form_factor === "wide" ? screenshots.wide : screenshots.narrow,
    })),
  };
}
