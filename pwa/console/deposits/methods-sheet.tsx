import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { useAsk } from "#pwa/console/desk/ask.ts";
import { AskedState } from "#pwa/console/desk/asked-state.tsx";
import { useMay } from "#pwa/console/desk/may.ts";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { List } from "#pwa/ui/list.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import type { DepositMethod } from "#schemas/deposits.ts";
import { DEPOSIT_QUEUE_ENDPOINTS } from "#schemas/endpoints/deposit-queue.ts";
import { CASH_APP_NAME } from "./deposit-words.ts";
import { MethodSheet } from "./method-sheet.tsx";
import { SettingsSheet } from "./settings-sheet.tsx";

/** Every way to pay in, in the order in which people see them; each opens with its settings. */
export function MethodsSheet({ onClose }: { readonly onClose: () => void }) {
  const mayAdd = useMay()(DEPOSIT_QUEUE_ENDPOINTS.setDepositMethod);
  const asked = useAsk(DEPOSIT_QUEUE_ENDPOINTS.depositMethods, {});
  const cashApp = useAsk(DEPOSIT_QUEUE_ENDPOINTS.depositSettings, {});
  const [open, setOpen] = useState<DepositMethod | "cashapp" | "new" | null>(null);
  const methods = asked.value?.methods ?? [];
  const close = () => setOpen(null);
  if (open === "cashapp") return <SettingsSheet onClose={close} />;
  if (open !== null)
    return <MethodSheet method={open === "new" ? null : open} others={methods.length} onClose={close} />;
  return (
    <Sheet
      title={t`Ways to pay in`}
      description={t`The ways by which people can pay in, each with its own rate and bounds.`}
      onClose={onClose}
      footer={
        mayAdd ? (
          <Button variant="secondary" onClick={() => setOpen("new")}>
            <Trans>Add a way to pay in</Trans>
          </Button>
        ) : undefined
      }
    >
      <AskedState asked={asked}>
        <List aria-label={t`Ways to pay in`}>
          <li>
            <MethodLine
              name={CASH_APP_NAME}
              recipient={cashApp.value?.settings?.recipient ?? ""}
              isOn={cashApp.value === null ? null : cashApp.value.settings !== null}
              onOpen={() => setOpen("cashapp")}
            />
          </li>
          {methods.map((method) => (
            <li key={method.id}>
              <MethodLine
                name={method.settings.displayName}
                recipient={method.settings.recipient}
                isOn={method.isOn}
                onOpen={() => setOpen(method)}
              />
            </li>
          ))}
          {asked.value === null ? null : (
            <li>
              <CardLine seller={asked.value.cardSeller} />
            </li>
          )}
        </List>
      </AskedState>
    </Sheet>
  );
}

/** Where everybody who pays by card is led is set where no operator's session reaches. */
function CardLine({ seller }: { readonly seller: string | null }) {
  return (
    <div className="flex min-h-14 items-center justify-between gap-3 py-2">
      <span className="min-w-0">
        <span className="block font-medium">{t`Card`}</span>
        <span className="block text-sm break-words text-ink-3">
          {seller === null
            ? t`Nobody sells XLM for a card here: whoever runs the server names a seller in CARD_PROVIDER_URL.`
            : t`Sold by ${seller}, which whoever runs the server sets in CARD_PROVIDER_URL.`}
        </span>
      </span>
      <OnBadge isOn={seller !== null} />
    </div>
  );
}

function OnBadge({ isOn }: { readonly isOn: boolean }) {
  return isOn ? (
    <Badge tone="up">{t({ message: "On", context: "a way to pay in" })}</Badge>
  ) : (
    <Badge>{t({ message: "Off", context: "a way to pay in" })}</Badge>
  );
}

interface MethodLineProps {
  readonly name: string;
  readonly recipient: string;
  /** Null while it is not known. */
  readonly isOn: boolean | null;
  readonly onOpen: () => void;
}

function MethodLine({ name, recipient, isOn, onOpen }: MethodLineProps) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className="-mx-2 flex min-h-14 w-[calc(100%+1rem)] items-center justify-between gap-3 rounded-sm px-2 py-2 text-start transition-colors duration-150 hover:bg-surface-2"
    >
      <span className="min-w-0">
        <bdi className="block font-medium break-words">{name}</bdi>
        {recipient === "" ? null : <bdi className="block text-sm break-all text-ink-3">{recipient}</bdi>}
      </span>
      {isOn === null ? null : <OnBadge isOn={isOn} />}
    </button>
  );
}
