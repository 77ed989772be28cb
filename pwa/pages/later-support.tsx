import { withSentences } from "#pwa/platform/language/show-language.ts";
import { later } from "#pwa/ui/later.tsx";
import { useIsRunning } from "#pwa/ui/use-is-running.ts";

/** What asks where people are helped: most pages say nothing of it. */
const Support = later(
  async () => (await withSentences("pages/support-link", () => import("./support-link.tsx"))).SupportLink,
);

/** Where people are helped. What this device was told once is not in the markup that came with the page. */
export function SupportLink() {
  return useIsRunning() ? <Support /> : null;
}
