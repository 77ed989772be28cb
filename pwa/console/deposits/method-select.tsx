import { t } from "@lingui/core/macro";
import { useAsk } from "#pwa/console/desk/ask.ts";
import { Select, SelectField } from "#pwa/ui/select.tsx";
import { CASH_APP } from "#schemas/deposits.ts";
import { DEPOSIT_QUEUE_ENDPOINTS } from "#schemas/endpoints/deposit-queue.ts";
import { CASH_APP_NAME } from "./deposit-words.ts";

const ANY = "";

interface MethodSelectProps {
  readonly value: string | undefined;
  readonly onChange: (method: string | undefined) => void;
  /** Whether its name stands over it. */
  readonly isLabelled?: boolean;
}

/** The way by which something was paid in, of all that operators ever set. Without a label it is nothing where there is one alone. */
export function MethodSelect({ value, onChange, isLabelled = false }: MethodSelectProps) {
  const asked = useAsk(DEPOSIT_QUEUE_ENDPOINTS.depositMethods, {});
  const others = asked.value?.methods ?? [];
  const options = [
    { value: ANY, label: isLabelled ? t({ message: "Any", context: "way to pay in" }) : t`Any way` },
    { value: CASH_APP, label: CASH_APP_NAME },
    ...others.map(({ methodName, settings }) => ({ value: methodName, label: settings.displayName })),
  ];
  const known = options.some((option) => option.value === value) ? (value ?? ANY) : ANY;
  const select = {
    options,
    value: known,
    onValueChange: (chosen: string) => onChange(chosen === ANY ? undefined : chosen),
  };
  if (isLabelled) return <SelectField {...select} label={t`Paid by`} />;
  return others.length === 0 && value === undefined ? null : (
    <div className="w-36">
      <Select {...select} aria-label={t`Paid by`} />
    </div>
  );
}
