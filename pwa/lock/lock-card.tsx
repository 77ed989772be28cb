import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Lock, LockKeyhole } from "lucide-react";
import { useMemo, useState, useSyncExternalStore } from "react";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { later } from "#pwa/ui/later.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { SelectField } from "#pwa/ui/select.tsx";
import { canLock } from "./can-lock.ts";
import { IDLE_LABELS } from "./idle-labels.ts";
import { type LockRecord, methodOf, parseLock, storedLock, writeLock } from "./lock-record.ts";
import { subscribeToLock } from "./lock-changes.ts";
import { mayUnlockByPasskey } from "./passkey-key.ts";
import { Protection } from "./protection.tsx";
import { lockNow } from "./lock-now.ts";

const AddMethodSheet = later(async () => (await import("./lock-sheets.tsx")).AddMethodSheet);
const RemoveMethodSheet = later(async () => (await import("./lock-sheets.tsx")).RemoveMethodSheet);
const TurnOffSheet = later(async () => (await import("./lock-sheets.tsx")).TurnOffSheet);
const TurnOnSheet = later(async () => (await import("./lock-sheets.tsx")).TurnOnSheet);

type OpenSheet = "on" | "off" | "pin" | "passkey" | "no-pin" | "no-passkey" | null;

/** The app lock of this device, in the settings. */
export function LockCard() {
  const stored = useSyncExternalStore(subscribeToLock, storedLock);
  const record = useMemo(() => parseLock(stored), [stored]);
  const [sheet, setSheet] = useState<OpenSheet>(null);
  const close = () => setSheet(null);
  return (
    <Card aria-labelledby="settings-lock">
      <CardHeader
        id="settings-lock"
        title={t`App lock`}
        description={t`Asks for a PIN or a passkey when the app opens, and encrypts what it keeps on this device.`}
        action={
          record === null ? undefined : (
            <Badge>
              <Trans context="the app lock">On</Trans>
            </Badge>
          )
        }
      />
      {record === null ? <Offer onTurnOn={() => setSheet("on")} /> : <Controls record={record} onOpen={setSheet} />}
      {sheet === "on" ? <TurnOnSheet onClose={close} /> : null}
      {sheet === "off" && record !== null ? <TurnOffSheet record={record} onClose={close} /> : null}
      {(sheet === "pin" || sheet === "passkey") && record !== null ? (
        <AddMethodSheet record={record} kind={sheet} onClose={close} />
      ) : null}
      {(sheet === "no-pin" || sheet === "no-passkey") && record !== null ? (
        <RemoveMethodSheet record={record} kind={sheet === "no-pin" ? "pin" : "passkey"} onClose={close} />
      ) : null}
    </Card>
  );
}

function Offer({ onTurnOn }: { readonly onTurnOn: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-ink-2">
        <Trans>Off. Whoever can open this browser can read what the app keeps here, also without a connection.</Trans>
      </p>
      {canLock() ? (
        <Button className="self-start" onClick={onTurnOn}>
          <LockKeyhole aria-hidden="true" className="size-4" />
          <Trans>Turn on</Trans>
        </Button>
      ) : (
        <Notice>
          <Trans>This browser cannot encrypt for this page. Open it over HTTPS in an up-to-date browser.</Trans>
        </Notice>
      )}
      <Protection hasShortPin />
    </div>
  );
}

interface ControlsProps {
  readonly record: LockRecord;
  readonly onOpen: (sheet: OpenSheet) => void;
}

function Controls({ record, onOpen }: ControlsProps) {
  const pin = methodOf(record, "pin");
  const passkey = methodOf(record, "passkey");
  return (
    <div className="flex flex-col gap-4">
      <Facts
        facts={[
          {
            name: t`PIN`,
            value:
              pin === null
                ? t({ message: "Not set", context: "a PIN or passkey" })
                : pin.isNumeric
                  ? t({ message: "Set, digits", context: "a PIN" })
                  : t({ message: "Set, with letters", context: "a PIN" }),
          },
          {
            name: t`Passkey`,
            value:
              passkey === null
                ? t({ message: "Not set", context: "a PIN or passkey" })
                : t({ message: "Set", context: "a passkey" }),
          },
        ]}
      />
      <SelectField
        label={t`Lock after`}
        hint={t`Of nobody touching the app in any tab. It also locks whenever it is closed or loaded again.`}
        options={IDLE_LABELS}
        value={record.idle}
        onValueChange={(idle) => void writeLock({ ...record, idle })}
      />
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void lockNow()}>
          <Lock aria-hidden="true" className="size-4" />
          <Trans>Lock now</Trans>
        </Button>
        <Button variant="secondary" onClick={() => onOpen("pin")}>
          {pin === null ? t`Add a PIN` : t`Change PIN`}
        </Button>
        {passkey === null && mayUnlockByPasskey() ? (
          <Button variant="secondary" onClick={() => onOpen("passkey")}>
            <Trans>Add a passkey</Trans>
          </Button>
        ) : null}
        {pin === null || passkey === null ? null : (
          <>
            <Button variant="secondary" onClick={() => onOpen("no-pin")}>
              <Trans>Remove PIN</Trans>
            </Button>
            <Button variant="secondary" onClick={() => onOpen("no-passkey")}>
              <Trans>Remove passkey</Trans>
            </Button>
          </>
        )}
        <Button variant="secondary" onClick={() => onOpen("off")}>
          <Trans>Turn off</Trans>
        </Button>
      </div>
      <Protection hasShortPin={pin?.isNumeric ?? false} />
    </div>
  );
}
