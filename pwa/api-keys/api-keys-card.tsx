import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { KeyRound, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { FormSheet } from "#pwa/parts/forms/form-sheet.tsx";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { useAnswer } from "#pwa/parts/answers/use-answer.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { call } from "#pwa/platform/api/call.ts";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { inSentence } from "#pwa/ui/foreign-text.ts";
import { List } from "#pwa/ui/list.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import type { ApiKeyOutput, ApiKeysOutput } from "#schemas/api-keys.ts";
import { API_KEYS_ENDPOINTS } from "#schemas/endpoints/api-keys.ts";
import { KeyFacts } from "./key-facts.tsx";
import { MakeKeySheet } from "./make-key-sheet.tsx";
import { ShownKeySheet } from "./shown-key-sheet.tsx";

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
              <KeyRow apiKey={key} canChange={answer.canChange} onRevoke={() => setOpened({ kind: "revoke", key })} />
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
      {opened?.kind === "revoke" ? <RevokeSheet apiKey={opened.key} onRevoked={answer.put} onClose={close} /> : null}
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

interface KeyRowProps {
  readonly apiKey: ApiKeyOutput;
  readonly canChange: boolean;
  readonly onRevoke: () => void;
}

function KeyRow({ apiKey, canChange, onRevoke }: KeyRowProps) {
  const { name, isLive } = apiKey;
  return (
    <div className="flex min-h-14 flex-wrap items-start gap-x-3 gap-y-1 py-2.5">
      <KeyRound aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ink-3" />
      <div className="min-w-0 grow basis-28">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm font-medium">
          <span data-private="" className="min-w-0 break-words">
            {name}
          </span>
          {isLive ? null : (
            <Badge tone="warn">
              <Trans context="an API key">Ended</Trans>
            </Badge>
          )}
        </p>
        <KeyFacts apiKey={apiKey} />
      </div>
      <Button
        variant="ghost"
        size="icon"
        aria-label={t`Revoke ${{ name: inSentence(name) }}`}
        title={t({ message: "Revoke", context: "an API key" })}
        disabled={!canChange}
        onClick={onRevoke}
      >
        <Trash2 aria-hidden="true" className="size-4" />
      </Button>
    </div>
  );
}

interface RevokeSheetProps {
  readonly apiKey: ApiKeyOutput;
  readonly onRevoked: (known: ApiKeysOutput) => void;
  readonly onClose: () => void;
}

function RevokeSheet({ apiKey: { id, name }, onRevoked, onClose }: RevokeSheetProps) {
  const action = useAction();
  return (
    <FormSheet
      size="sm"
      tone="danger"
      title={t`Revoke ${{ name: inSentence(name) }}?`}
      description={t`Programs that use it are refused from that moment on. It cannot be brought back.`}
      action={action}
      submit={t({ message: "Revoke", context: "an API key" })}
      submitting={t`Revoking`}
      dismiss={t`Keep it`}
      onClose={onClose}
      onSubmit={() =>
        action.run(async () => {
          onRevoked(await call(API_KEYS_ENDPOINTS.revokeApiKey, { params: { id } }));
          onClose();
          showToast({ title: t`API key revoked` });
        })
      }
    />
  );
}
