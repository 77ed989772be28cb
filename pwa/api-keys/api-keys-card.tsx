import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useAnswer } from "#pwa/parts/answers/use-answer.ts";
import { KeyRow } from "#pwa/parts/api-keys/key-row.tsx";
import { RevokeKeySheet } from "#pwa/parts/api-keys/revoke-key-sheet.tsx";
import { ShownKeySheet } from "#pwa/parts/api-keys/shown-key-sheet.tsx";
import { call } from "#pwa/platform/api/call.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { inSentence } from "#pwa/ui/foreign-text.ts";
import { formatAmountText, formatList } from "#pwa/ui/format.ts";
import { List } from "#pwa/ui/list.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import type { ApiKeyOutput, ApiKeysOutput } from "#schemas/api-keys.ts";
import { API_KEYS_ENDPOINTS } from "#schemas/endpoints/api-keys.ts";
import { isOperatorScope } from "#schemas/operator-keys.ts";
import { MakeKeySheet } from "./make-key-sheet.tsx";

const QUESTION = {
  path: API_KEYS_ENDPOINTS.apiKeys.path,
  schema: API_KEYS_ENDPOINTS.apiKeys.output,
  ask: (options: { readonly signal?: AbortSignal }) => call(API_KEYS_ENDPOINTS.apiKeys, options),
};

type Opened =
  | { readonly kind: "make" }
  | { readonly kind: "shown"; readonly key: string }
  | { readonly kind: "revoke"; readonly key: ApiKeyOutput };

/** The keys by which programs act for a person: made, shown once, looked at, revoked. */
export function ApiKeysCard() {
  const answer = useAnswer<ApiKeysOutput>(QUESTION);
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const keys = answer.value?.keys ?? null;
  return (
    <Card aria-labelledby="api-keys">
      <CardHeader
        id="api-keys"
        title={t`API keys`}
        description={t`Programs of yours read your balances and pay for you by a key. It does what you choose here and nothing else; a new password or a new way to sign in ends every key.`}
      />
      {keys === null ? <NotKnown isLoading={answer.isLoading} /> : null}
      {keys === null || keys.length === 0 ? null : (
        <List aria-label={t`Your API keys`} className="-mt-2 mb-3">
          {keys.map((key) => (
            <li key={key.id}>
              <KeyRow
                apiKey={key}
                may={mayWords(key)}
                canChange={answer.canChange}
                onRevoke={() => setOpened({ kind: "revoke", key })}
              />
            </li>
          ))}
        </List>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="secondary" disabled={!answer.canChange} onClick={() => setOpened({ kind: "make" })}>
          <Plus aria-hidden="true" className="size-4" />
          <Trans>Make an API key</Trans>
        </Button>
        <Link to="/api" className="text-sm text-accent underline underline-offset-4">
          <Trans>How to use a key</Trans>
        </Link>
      </div>
      {opened?.kind === "make" ? (
        <MakeKeySheet
          onMade={({ key, keys: known }) => {
            answer.put({ keys: known });
            setOpened({ kind: "shown", key });
          }}
          onClose={close}
        />
      ) : null}
      {opened?.kind === "shown" ? <ShownKeySheet apiKey={opened.key} onClose={close} /> : null}
      {opened?.kind === "revoke" ? <RevokeKeySheet apiKey={opened.key} onRevoked={answer.put} onClose={close} /> : null}
    </Card>
  );
}

function NotKnown({ isLoading }: { readonly isLoading: boolean }) {
  if (isLoading) return <Skeleton className="mb-3 h-11 w-full" />;
  return (
    <p className="mb-3 text-sm text-ink-2">
      <Trans>This has not reached this device yet. It appears with a connection.</Trans>
    </p>
  );
}

function mayWords({ scopes, pays }: ApiKeyOutput): string {
  if (scopes.some(isOperatorScope)) return t`Reads what you chose for it in the operators’ console`;
  if (pays === null) return t`Reads balances and markets`;
  const names = formatList(pays.allowed.map(({ label }) => inSentence(label)));
  const limit = formatAmountText(pays.dailyLimit);
  return scopes.includes("read")
    ? t`Reads, and pays ${names} up to ${limit} USD within 24 hours`
    : t`Pays ${names} up to ${limit} USD within 24 hours`;
}
