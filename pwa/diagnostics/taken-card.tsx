import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Download, Send } from "lucide-react";
import { useState } from "react";
import { call } from "#pwa/platform/api/call.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { newIdempotencyKey } from "#pwa/platform/device/random.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { Field, Textarea } from "#pwa/ui/field.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { DIAGNOSTICS_ENDPOINTS } from "#schemas/endpoints/diagnostics.ts";
import type { Taken } from "./capture-state.ts";
import { factsInWords } from "./device-facts.ts";
import { usePictureUrl } from "#pwa/parts/files/use-picture-url.ts";
import { screenName } from "./screens.ts";

const NOTE_LENGTH = 2000;

/** The picture that was taken and what goes with it, to be looked at before it goes anywhere. */
export function TakenCard({ taken, onDone }: { readonly taken: Taken; readonly onDone: () => void }) {
  const { picture, facts } = taken;
  const url = usePictureUrl(picture);
  const screen = screenName(facts.screen);
  return (
    <>
      <Card aria-labelledby="screenshot-preview">
        <CardHeader
          id="screenshot-preview"
          title={screen}
          description={
            facts.isRedacted
              ? t`Balances, addresses and names are replaced. Look whether anything else should not be seen.`
              : t`This picture shows your balances, addresses and contacts.`
          }
        />
        {url === null ? null : (
          <img
            src={url}
            alt={t`${screen}, as it will be sent`}
            className="max-h-[60dvh] w-full rounded-md border border-line object-contain object-top"
          />
        )}
        <div className="mt-4 flex flex-wrap gap-2">
          <Button asChild variant="secondary">
            <a href={url ?? undefined} download="astrolabe-screen.png">
              <Download aria-hidden="true" className="size-4" />
              <Trans>Save the picture</Trans>
            </a>
          </Button>
          <Button variant="ghost" onClick={onDone}>
            <Trans>Throw it away</Trans>
          </Button>
        </div>
      </Card>
      <SendCard taken={taken} onDone={onDone} />
    </>
  );
}

function SendCard({ taken, onDone }: { readonly taken: Taken; readonly onDone: () => void }) {
  const { picture, facts } = taken;
  const isOnline = useOnline();
  const [note, setNote] = useState("");
  const [sentAs, setSentAs] = useState<number | null>(null);
  // One for this picture and note: sent twice it is one report.
  const [idempotencyKey, setKey] = useState(newIdempotencyKey);
  const { isBusy, notice, run } = useAction();

  const send = () =>
    run(async () => {
      const body = { idempotencyKey, note: note.trim(), facts, picture: await toBase64(picture) };
      const { id } = await call(DIAGNOSTICS_ENDPOINTS.sendReport, { body });
      setSentAs(id);
    });

  if (sentAs !== null) {
    return (
      <Card>
        <Notice tone="success" title={t`Support has it`}>
          <Trans>Your report has the number {sentAs}. The picture is deleted after ninety days.</Trans>
        </Notice>
        <Button variant="secondary" className="mt-4" onClick={onDone}>
          <Trans context="button">Done</Trans>
        </Button>
      </Card>
    );
  }
  return (
    <Card aria-labelledby="screenshot-send">
      <CardHeader
        id="screenshot-send"
        title={t`Send to support`}
        description={t`Only our operators can look at it, and each look is noted.`}
      />
      <div className="flex flex-col gap-4">
        <Field label={t`What is wrong?`} hint={t`What you did, what you expected, and what happened instead.`}>
          {(control) => (
            <Textarea
              {...control}
              rows={4}
              maxLength={NOTE_LENGTH}
              value={note}
              disabled={isBusy}
              onChange={(event) => {
                setNote(event.target.value);
                setKey(newIdempotencyKey());
              }}
            />
          )}
        </Field>
        <details className="text-sm">
          <summary className="min-h-6 cursor-pointer font-medium text-ink-2">
            <Trans>What goes with the picture</Trans>
          </summary>
          <Facts facts={factsInWords(facts)} />
        </details>
        {isOnline ? null : (
          <Notice tone="warn">
            <Trans>You are offline. Save the picture, or stay here until you are connected.</Trans>
          </Notice>
        )}
        {notice === null ? null : <Notice tone="error">{notice}</Notice>}
        <Button loading={isBusy} disabled={!isOnline} onClick={send}>
          {isBusy ? null : <Send aria-hidden="true" className="size-4" />}
          <Trans context="button: to support">Send</Trans>
        </Button>
      </div>
    </Card>
  );
}

async function toBase64(picture: Blob): Promise<string> {
  const bytes = new Uint8Array(await picture.arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
