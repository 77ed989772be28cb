import { t } from "@lingui/core/macro";
import { useMemo, useState } from "react";
import { useAsk } from "#pwa/console/desk/ask.ts";
import type { ListEnds } from "#pwa/console/desk/list-ends.ts";
import { ListView } from "#pwa/console/desk/list-view.tsx";
import { useMay, useOwnId } from "#pwa/console/desk/may.ts";
import { usePlace } from "#pwa/console/desk/place.ts";
import { ShowFilter } from "#pwa/console/desk/show-filter.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { ALL_KEYS_PAGE, API_KEY_PATTERN, type ListedApiKey, SHOWN_API_KEYS } from "#schemas/api-keys.ts";
import { CONSOLE_LISTS_ENDPOINTS } from "#schemas/endpoints/console-lists.ts";
import { SERVICE_CONSOLE_ENDPOINTS } from "#schemas/endpoints/service-console.ts";
import { keyColumns, keyFacts, KeyState, mayWords } from "./key-columns.tsx";
import { RevokeSheet } from "./revoke-sheet.tsx";

const NONE: readonly ListedApiKey[] = [];
const ENDS: ListEnds = {
  exportAt: CONSOLE_LISTS_ENDPOINTS.exportApiKeys,
  countAt: CONSOLE_LISTS_ENDPOINTS.countApiKeys,
};

/** Every key by which programs act for people and operators, and the end of one. */
export function ApiKeysSection() {
  const place = usePlace();
  const { find: typed = "", show, after } = place.place;
  const shown = SHOWN_API_KEYS.find((each) => each === show) ?? "all";
  const find = asked(typed);
  const columns = useMemo(() => keyColumns(), []);
  const keys = useAsk(SERVICE_CONSOLE_ENDPOINTS.allApiKeys, { query: { find, show: shown, after } });
  const all = keys.value?.keys ?? NONE;
  return (
    <ListView
      label={t`API keys`}
      fileName="api-keys"
      asked={keys}
      all={all}
      rows={all}
      columns={columns}
      idOf={({ number }) => number}
      titleOf={(number) => all.find((key) => key.number === number)?.name ?? t`API key`}
      place={place}
      served={{ query: { find, show: shown }, next: all.length < ALL_KEYS_PAGE ? null : (all.at(-1)?.number ?? null) }}
      ends={ENDS}
      views="api-keys"
      shows={SHOWN_API_KEYS}
      isChosenFrom={false}
      renderCard={(key) => (
        <div className="flex flex-col gap-1.5 text-sm">
          <p>{mayWords(key)}</p>
          <p>
            <KeyState apiKey={key} />
          </p>
        </div>
      )}
      searchLabel={t`Search by the owner’s number or a key`}
      filters={
        <ShowFilter
          label={t({ message: "Which", context: "API keys" })}
          items={SHOWN_API_KEYS.map((value) => ({ value, label: shownWords(value) }))}
          value={shown}
          onValueChange={(value) =>
            place.go({ show: value === "all" ? undefined : value, after: undefined, open: undefined }, "replace")
          }
        />
      }
      empty={{ title: t`There is no such key`, text: t`People make keys in their settings, for their own programs.` }}
      renderOpen={(number) => {
        const key = all.find((each) => each.number === number);
        if (key) return <OpenKey apiKey={key} />;
        return keys.value === null ? null : <Notice>{t`There is no such key on this page.`}</Notice>;
      }}
    />
  );
}

/** What the server is asked for: of a key that somebody found and pasted its id alone, so that the rest stands in no log. */
function asked(find: string): string {
  const typed = find.trim();
  const whole = API_KEY_PATTERN.exec(typed)?.[1] ?? /^astro_live_([0-9a-f]{16})/.exec(typed)?.[1];
  if (whole !== undefined) return whole;
  return /^(\d{1,15}|[0-9a-f]{16})$/.test(typed) ? typed : "";
}

function shownWords(shown: (typeof SHOWN_API_KEYS)[number]): string {
  switch (shown) {
    case "all":
      return t({ message: "All", context: "API keys" });
    case "pays":
      return t({ message: "That pay", context: "API keys" });
    case "operators":
      return t({ message: "Of operators", context: "API keys" });
    case "unused":
      return t({ message: "Never used", context: "API keys" });
    case "expired":
      return t({ message: "Expired", context: "API keys" });
  }
}

function OpenKey({ apiKey }: { readonly apiKey: ListedApiKey }) {
  const may = useMay();
  const ownId = useOwnId();
  const [isRevoking, setRevoking] = useState(false);
  const mayRevoke = may(SERVICE_CONSOLE_ENDPOINTS.revokeAnyApiKey);
  return (
    <div className="flex flex-col gap-4">
      <Facts facts={keyFacts(apiKey)} />
      {!mayRevoke ? null : apiKey.userId === ownId ? (
        <Notice>{t`It is your own: you revoke it in your settings.`}</Notice>
      ) : (
        <Button variant="danger" onClick={() => setRevoking(true)}>
          {t`Revoke the key`}
        </Button>
      )}
      {isRevoking ? <RevokeSheet apiKey={apiKey} onClose={() => setRevoking(false)} /> : null}
    </div>
  );
}
