import { t } from "@lingui/core/macro";
import { AsTyped } from "#pwa/console/desk/as-typed.tsx";
import type { Column } from "#pwa/console/desk/columns.ts";
import { stateColumn } from "#pwa/console/desk/common-columns.tsx";
import { scopeWords } from "#pwa/console/desk/scope-words.ts";
import { Badge } from "#pwa/ui/badge.tsx";
import { formatAmountText, formatCount, formatDate, formatList } from "#pwa/ui/format.ts";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import type { ListedApiKey } from "#schemas/api-keys.ts";
import { isOperatorScope } from "#schemas/operator-keys.ts";

/** What a key may do, and up to what. */
export function mayWords({ scopes, pays }: ListedApiKey): string {
  const read = scopes.filter(isOperatorScope);
  if (read.length > 0) {
    const what = formatList(read.map(scopeWords));
    return t`reads as an operator: ${what}`;
  }
  const limit = pays === null ? null : formatAmountText(pays.dailyLimit);
  if (limit === null) return scopes.length === 0 ? t({ message: "nothing", context: "what a key may do" }) : t`reads`;
  return scopes.includes("read") ? t`reads, and pays up to ${limit} a day` : t`pays up to ${limit} a day`;
}

export function KeyState({ apiKey }: { readonly apiKey: ListedApiKey }) {
  return apiKey.isLive ? (
    <Badge tone="up">{t({ message: "live", context: "an API key" })}</Badge>
  ) : (
    <Badge>{t({ message: "ended", context: "an API key" })}</Badge>
  );
}

function LastUse({ at }: { readonly at: string | null }) {
  return at === null ? (
    <span className="text-ink-3">{t({ message: "never", context: "last use" })}</span>
  ) : (
    <TimeAgo at={at} />
  );
}

export function keyColumns(): readonly Column<ListedApiKey>[] {
  return [
    {
      name: "name",
      label: t({ message: "Name", context: "of an API key" }),
      isFixed: true,
      cell: ({ name }) => <AsTyped>{name}</AsTyped>,
      text: ({ name }) => name,
      sortBy: ({ name }) => name,
    },
    {
      name: "owner",
      label: t({ message: "Owner", context: "of an API key" }),
      cell: ({ username, userId }) => <AsTyped>{`${username} (${userId})`}</AsTyped>,
      text: ({ username, userId }) => `${username} (${userId})`,
      sortBy: ({ username }) => username,
    },
    {
      name: "scopes",
      label: t({ message: "May", context: "what an API key may do" }),
      cell: mayWords,
      text: mayWords,
      sortBy: mayWords,
    },
    stateColumn(
      (key) => <KeyState apiKey={key} />,
      ({ isLive }) => String(isLive),
      ({ isLive }) => (isLive ? 0 : 1),
    ),
    {
      name: "used",
      label: t`Last use`,
      cell: ({ lastUsedAt }) => <LastUse at={lastUsedAt} />,
      text: ({ lastUsedAt }) => lastUsedAt ?? "",
      sortBy: ({ lastUsedAt }) => lastUsedAt ?? "",
    },
    {
      name: "expires",
      label: t({ message: "Expires", context: "when" }),
      cell: ({ expiresAt }) => formatDate(Date.parse(expiresAt)),
      text: ({ expiresAt }) => expiresAt,
      sortBy: ({ expiresAt }) => expiresAt,
    },
  ];
}

/** All that is known of a key; the secret is nowhere. */
export function keyFacts(key: ListedApiKey) {
  const { id, username, userId, addresses, pays, createdAt, expiresAt, lastUsedAt } = key;
  const anywhere = t({ message: "anywhere", context: "from where a key may be used" });
  const recipients = formatCount(pays?.allowed.length ?? 0);
  return [
    { name: t({ message: "State", context: "how something stands" }), value: <KeyState apiKey={key} /> },
    { name: t({ message: "Owner", context: "of an API key" }), value: <AsTyped>{`${username} (${userId})`}</AsTyped> },
    { name: t({ message: "May", context: "what an API key may do" }), value: mayWords(key) },
    ...(pays === null ? [] : [{ name: t`Recipients`, value: recipients }]),
    { name: t`Used from`, value: <bdi dir="ltr">{addresses.length === 0 ? anywhere : formatList(addresses)}</bdi> },
    { name: t({ message: "Made", context: "when" }), value: <TimeAgo at={createdAt} /> },
    { name: t`Last use`, value: <LastUse at={lastUsedAt} /> },
    { name: t({ message: "Expires", context: "when" }), value: formatDate(Date.parse(expiresAt)) },
    { name: t({ message: "Key", context: "its id" }), value: <bdi className="font-mono text-xs">{id}</bdi> },
  ];
}
