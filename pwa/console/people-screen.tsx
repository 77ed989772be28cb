import { t } from "@lingui/core/macro";
import { Page } from "#pwa/ui/page.tsx";
import { usePageTitle } from "#pwa/ui/page-title.ts";
import { PeopleTab } from "./people/people-tab.tsx";

/** The people as a screen of their own. */
export function PeopleScreen() {
  usePageTitle(t`People`);
  return (
    <Page title={t`People`} width="wide">
      <PeopleTab />
    </Page>
  );
}
