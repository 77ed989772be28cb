import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Fingerprint, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { call } from "#pwa/platform/api/call.ts";
import { canUsePasskeys } from "#pwa/parts/identify/passkey-ceremony.ts";
import type { Answer } from "#pwa/parts/answers/use-answer.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { later } from "#pwa/ui/later.tsx";
import { List } from "#pwa/ui/list.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { PASSKEYS_ENDPOINTS } from "#schemas/endpoints/passkeys.ts";
import { pausedWords } from "#pwa/platform/language/protection-words.ts";
import type { PasskeysOutput } from "#schemas/passkeys.ts";
import { NotKnown } from "./card-parts.tsx";
import { inSentence } from "#pwa/ui/foreign-text.ts";

const AddPasskeySheet = later(async () => (await import("./passkey-sheets.tsx")).AddPasskeySheet);
const RemovePasskeySheet = later(async () => (await import("./passkey-sheets.tsx")).RemovePasskeySheet);
const RenamePasskeySheet = later(async () => (await import("./passkey-sheets.tsx")).RenamePasskeySheet);

type Passkey = PasskeysOutput["passkeys"][number];
type Opened =
  | { readonly kind: "add" }
  | { readonly kind: "rename"; readonly passkey: Passkey }
  | { readonly kind: "remove"; readonly passkey: Passkey };

interface PasskeysCardProps {
  readonly passkeys: Answer<PasskeysOutput>;
  /** How long payments pause after a change; null where that is not known. */
  readonly pauseHours: number | null;
  /** Called once the server pauses payments. */
  readonly onPaused: () => void;
}

export function PasskeysCard({ passkeys, pauseHours, onPaused }: PasskeysCardProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const all = passkeys.value?.passkeys ?? null;
  // As the server says it: the first passkey of a new account brings no pause.
  const addingHours = passkeys.value?.addingPauses === false ? 0 : pauseHours;
  return (
    <Card aria-labelledby="passkeys">
      <CardHeader
        id="passkeys"
        title={t`Passkeys`}
        description={t`Sign in with your fingerprint, your face or your device's PIN. A passkey stands for password and code; adding one signs your other devices out.`}
      />
      {all === null ? (
        <NotKnown isLoading={passkeys.isLoading} />
      ) : (
        <>
          {all.length === 0 ? null : (
            <List aria-label={t`Your passkeys`} className="-mt-2 mb-3">
              {all.map((passkey) => (
                <li key={passkey.id}>
                  <PasskeyRow
                    passkey={passkey}
                    canChange={passkeys.canChange}
                    onRename={() => setOpened({ kind: "rename", passkey })}
                    onRemove={() => setOpened({ kind: "remove", passkey })}
                  />
                </li>
              ))}
            </List>
          )}
          {canUsePasskeys() ? (
            <Button variant="secondary" disabled={!passkeys.canChange} onClick={() => setOpened({ kind: "add" })}>
              <Plus aria-hidden="true" className="size-4" />
              <Trans>Add a passkey</Trans>
            </Button>
          ) : (
            <p className="text-sm text-ink-2">
              <Trans>This browser does not know passkeys. Update it, or add one elsewhere.</Trans>
            </p>
          )}
        </>
      )}
      {opened?.kind === "add" ? (
        <AddPasskeySheet
          pauseHours={addingHours}
          onAdded={(known, name) => {
            passkeys.put(known);
            onPaused();
            close();
            showToast({
              title: t`Passkey added`,
              description: `${t`"${{ name: inSentence(name) }}" can sign you in from now on.`} ${pausedWords(addingHours)}`,
            });
          }}
          onClose={close}
        />
      ) : null}
      {opened?.kind === "rename" ? (
        <RenamePasskeySheet
          name={opened.passkey.name}
          onRename={async (name) => {
            passkeys.put(
              await call(PASSKEYS_ENDPOINTS.namePasskey, { params: { id: opened.passkey.id }, body: { name } }),
            );
            close();
          }}
          onClose={close}
        />
      ) : null}
      {opened?.kind === "remove" ? (
        <RemovePasskeySheet
          pauseHours={pauseHours}
          name={opened.passkey.name}
          onRemove={async () => {
            passkeys.put(await call(PASSKEYS_ENDPOINTS.removePasskey, { params: { id: opened.passkey.id } }));
            onPaused();
            close();
            showToast({ title: t`Passkey removed`, description: pausedWords(pauseHours) });
          }}
          onClose={close}
        />
      ) : null}
    </Card>
  );
}

interface PasskeyRowProps {
  readonly passkey: Passkey;
  readonly canChange: boolean;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}

function PasskeyRow({ passkey, canChange, onRename, onRemove }: PasskeyRowProps) {
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
      <Fingerprint aria-hidden="true" className="size-5 shrink-0 text-ink-3" />
      <div className="min-w-0 grow basis-28">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm font-medium">
          <span className="min-w-0 break-words">{passkey.name}</span>
          {passkey.isSynced ? (
            <Badge>
              <Trans>On your other devices too</Trans>
            </Badge>
          ) : null}
        </p>
        <p className="text-sm text-ink-3">
          {passkey.lastUsedAt === null ? (
            <>
              <Trans>
                Added <TimeAgo at={passkey.createdAt} />, not used yet
              </Trans>
            </>
          ) : (
            <>
              <Trans>
                Last used <TimeAgo at={passkey.lastUsedAt} />
              </Trans>
            </>
          )}
        </p>
      </div>
      <div className="flex shrink-0">
        <Button
          variant="ghost"
          size="icon"
          aria-label={t`Rename ${{ name: inSentence(passkey.name) }}`}
          title={t`Rename`}
          disabled={!canChange}
          onClick={onRename}
        >
          <Pencil aria-hidden="true" className="size-4" />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label={t`Remove ${{ name: inSentence(passkey.name) }}`}
          title={t`Remove`}
          disabled={!canChange}
          onClick={onRemove}
        >
          <Trash2 aria-hidden="true" className="size-4" />
        </Button>
      </div>
    </div>
  );
}
