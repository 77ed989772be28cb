import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { inSentence } from "#pwa/ui/foreign-text.ts";
import { formatDate, formatList } from "#pwa/ui/format.ts";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import type { ApiKeyOutput } from "#schemas/api-keys.ts";

/** What a key may do, until when, from where, and when it was last used. */
export function KeyFacts({ apiKey, may }: { readonly apiKey: ApiKeyOutput; readonly may: string }) {
  const { addresses, createdAt, expiresAt, lastUsedAt } = apiKey;
  const date = formatDate(Date.parse(expiresAt), { withTime: true });
  const from = formatList(addresses.map((address) => inSentence(address)));
  return (
    <div className="text-sm text-ink-3">
      <p data-private="" className="break-words">
        {may}
      </p>
      <p className="break-words">
        {addresses.length === 0 ? t`From any address, until ${date}` : t`From ${from}, until ${date}`}
      </p>
      <p>
        {lastUsedAt === null ? (
          <Trans>
            Made <TimeAgo at={createdAt} />, not used yet
          </Trans>
        ) : (
          <Trans>
            Last used <TimeAgo at={lastUsedAt} />
          </Trans>
        )}
      </p>
    </div>
  );
}
