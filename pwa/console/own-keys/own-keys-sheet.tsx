import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useAsk } from "#pwa/console/desk/ask.ts";
import { AskedState } from "#pwa/console/desk/asked-state.tsx";
import { scopeWords } from "#pwa/console/desk/scope-words.ts";
import { KeyRow } from "#pwa/parts/api-keys/key-row.tsx";
import { RevokeKeySheet } from "#pwa/parts/api-keys/revoke-key-sheet.tsx";
import { ShownKeySheet } from "#pwa/parts/api-keys/shown-key-sheet.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { formatList } from "#pwa/ui/format.ts";
import { List } from "#pwa/ui/list.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import type { ApiKeyOutput } from "#schemas/api-keys.ts";
import { API_KEYS_ENDPOINTS } from "#schemas/endpoints/api-keys.ts";
import { isOperatorScope } from "#schemas/operator-keys.ts";
import { MakeKeySheet } from "./make-key-sheet.tsx";

type Opened =
  | { readonly kind: "make" }
  | { readonly kind: "shown"; readonly key: string }
  | { readonly kind: "revoke"; readonly key: ApiKeyOutput };

/** The keys by which an operator's own programs read here; one sheet at a time. */
export function OwnKeysSheet({ onClose }: { readonly onClose: () => void }) {
  const asked = useAsk(API_KEYS_ENDPOINTS.apiKeys, {});
  const [opened, setOpened] = useState<Opened | null>(null);
  const back = () => {
    asked.again();
    setOpened(null);
  };
  switch (opened?.kind) {
    case "make":
      return <MakeKeySheet onMade={({ key }) => setOpened({ kind: "shown", key })} onClose={back} />;
    case "shown":
      return <ShownKeySheet apiKey={opened.key} onClose={back} />;
    case "revoke":
      return <RevokeKeySheet apiKey={opened.key} onRevoked={back} onClose={back} />;
  }
  const keys = (asked.value?.keys ?? []).filter(({ scopes }) => scopes.some(isOperatorScope));
  return (
    <Sheet
      title={t`Your API keys as an operator`}
      description={t`Programs of yours read the console by a key: what you chose for it, and no more than you may read yourself at that moment. It decides nothing; a new password ends it.`}
      onClose={onClose}
      footer={
        <Button onClick={() => setOpened({ kind: "make" })}>
          <Plus aria-hidden="true" className="size-4" />
          <Trans>Make an API key</Trans>
        </Button>
      }
    >
      <AskedState asked={asked}>
        {keys.length === 0 ? (
          <p className="text-sm text-ink-2">
            <Trans>You have none yet.</Trans>
          </p>
        ) : (
          <List aria-label={t`Your API keys`}>
            {keys.map((key) => (
              <li key={key.id}>
                <KeyRow
                  apiKey={key}
                  may={mayWords(key)}
                  canChange
                  onRevoke={() => setOpened({ kind: "revoke", key })}
                />
              </li>
            ))}
          </List>
        )}
      </AskedState>
      <p className="mt-3">
        <Link to="/api" className="text-sm text-accent underline underline-offset-4">
          <Trans>How to use a key</Trans>
        </Link>
      </p>
    </Sheet>
  );
}

function mayWords({ scopes }: ApiKeyOutput): string {
  const read = formatList(scopes.filter(isOperatorScope).map(scopeWords));
  return t`Reads: ${read}`;
}
