import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { call } from "#pwa/platform/api/call.ts";
import { FormSheet } from "#pwa/parts/forms/form-sheet.tsx";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import type { Answer } from "#pwa/parts/answers/use-answer.ts";
import { toldOf, WaitingNotes } from "#pwa/security/door.ts";
import { IDENTITY_PATH } from "#pwa/parts/identity/identity-paths.ts";
import { identitySearch } from "#pwa/parts/identity/identity-place.ts";
import { useOffers } from "#pwa/parts/service/use-service.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { TextField } from "#pwa/ui/field.tsx";
import { formatAmountText } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { SwitchField } from "#pwa/ui/switch.tsx";
import { fieldText, typedText } from "#pwa/ui/typed-amount.ts";
import { SECURITY_ENDPOINTS } from "#schemas/endpoints/security.ts";
import type { SecurityOutput } from "#schemas/security.ts";
import { CardFailure, NotKnown } from "./card-parts.tsx";
import { hoursInWords } from "./hold.ts";
import { readLimits } from "./limits.ts";

const LIMIT_KINDS = ["transaction-limit-up", "daily-limit-up", "send-password-off"] as const;
const CHANGED = {
  get title() {
    return t`Limits changed`;
  },
  get description() {
    return t`They hold for every payment from now on.`;
  },
};

/** What a payment of this person must not exceed, and what it must bring. */
export function LimitsCard({ security }: { readonly security: Answer<SecurityOutput> }) {
  const [isOpen, setOpen] = useState(false);
  const limits = security.value;
  return (
    <Card aria-labelledby="limits">
      <CardHeader
        id="limits"
        title={t`Payments`}
        description={t`Whoever gets hold of your device can send no more than this.`}
      />
      {limits === null ? (
        <NotKnown isLoading={security.isLoading} />
      ) : (
        <>
          <Facts
            facts={[
              { name: t`Largest single payment`, value: `${formatAmountText(limits.transactionLimit)} USD` },
              {
                name: t`Within 24 hours`,
                value:
                  limits.dailyLimit === null
                    ? t`As the service allows`
                    : t`${{ amount: formatAmountText(limits.dailyLimit) }} of each asset`,
              },
            ]}
          />
          <Button
            className="mt-3 mb-4"
            variant="secondary"
            disabled={!security.canChange}
            onClick={() => setOpen(true)}
          >
            <SlidersHorizontal aria-hidden="true" className="size-4" />
            <Trans>Change limits</Trans>
          </Button>
          <IdentityLine />
          <PasswordSwitch limits={limits} canChange={security.canChange} onChanged={security.put} />
          <div className="mt-3 flex flex-col gap-2 empty:hidden">
            <WaitingNotes security={security} kinds={LIMIT_KINDS} />
          </div>
        </>
      )}
      {isOpen && limits !== null ? (
        <LimitsSheet
          limits={limits}
          onSaved={(saved) => {
            security.put(saved);
            setOpen(false);
            showToast(toldOf(saved, LIMIT_KINDS, CHANGED));
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </Card>
  );
}

/** Beside one's own limits there may be those of whoever has not shown who they are. */
function IdentityLine() {
  if (!useOffers().includes("identity")) return null;
  return (
    <p className="mb-4 text-sm text-ink-2">
      <Trans>
        Some payments and trades may ask for a verified identity.{" "}
        <Link
          to={IDENTITY_PATH}
          search={identitySearch("/user-settings")}
          className="inline-flex min-h-6 items-center font-semibold text-accent underline underline-offset-4"
        >
          See how far yours is
        </Link>
      </Trans>
    </p>
  );
}

interface PasswordSwitchProps {
  readonly limits: SecurityOutput;
  readonly canChange: boolean;
  readonly onChanged: (limits: SecurityOutput) => void;
}

function PasswordSwitch({ limits, canChange, onChanged }: PasswordSwitchProps) {
  const action = useAction();
  const { transactionLimit, dailyLimit, requirePasswordForSend } = limits;
  return (
    <>
      <CardFailure notice={action.notice} />
      <SwitchField
        label={t`Password before every payment`}
        hint={t`Asked for each time, or a passkey in its place: nobody who finds your device open can send.`}
        checked={requirePasswordForSend}
        disabled={!canChange || action.isBusy}
        onCheckedChange={(isWanted) =>
          action.run(async () => {
            const body = { transactionLimit, dailyLimit, requirePasswordForSend: isWanted };
            const saved = await call(SECURITY_ENDPOINTS.setLimits, { body });
            onChanged(saved);
            const title = isWanted
              ? t`Every payment asks for your password`
              : t`Payments no longer ask for your password`;
            showToast(toldOf(saved, isWanted ? [] : ["send-password-off"], { title }));
          })
        }
      />
    </>
  );
}

function holdWords(waitHours: number): string {
  if (waitHours === 0) return t`They hold on all your devices: lower ones at once, higher ones at once.`;
  const wait = hoursInWords(waitHours);
  return t`They hold on all your devices: lower ones at once, higher ones in ${wait}.`;
}

const FIELDS = ["transactionLimit", "dailyLimit"];

interface LimitsSheetProps {
  readonly limits: SecurityOutput;
  readonly onSaved: (limits: SecurityOutput) => void;
  readonly onClose: () => void;
}

function LimitsSheet({ limits, onSaved, onClose }: LimitsSheetProps) {
  const [form, setForm] = useState({
    transactionLimit: limits.transactionLimit,
    dailyLimit: limits.dailyLimit ?? "",
  });
  const action = useAction(FIELDS);

  function submit() {
    const read = readLimits(form, limits.requirePasswordForSend);
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => onSaved(await call(SECURITY_ENDPOINTS.setLimits, { body: read.value })));
  }

  const bind = (name: keyof typeof form) => ({
    name,
    inputMode: "decimal" as const,
    autoComplete: "off",
    value: fieldText(form[name]),
    error: action.issues[name],
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: typedText(event.target.value) }),
  });
  return (
    <FormSheet
      size="sm"
      title={t`Change limits`}
      description={holdWords(limits.waitHours)}
      action={action}
      submit={t`Save limits`}
      submitting={t`Saving`}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t`Largest single payment, in USD`}
        hint={t`Where no price is known, XLM count instead; of an asset that nobody prices, its own units.`}
        {...bind("transactionLimit")}
      />
      <TextField
        label={t`Within 24 hours (optional)`}
        hint={t`Counts units of each asset by itself. Empty leaves what the service allows; the lower of both counts.`}
        {...bind("dailyLimit")}
      />
    </FormSheet>
  );
}
