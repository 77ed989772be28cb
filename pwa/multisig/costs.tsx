import { useQuery } from "@tanstack/react-query";
import { call } from "#pwa/platform/api/call.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import { MULTISIG_ENDPOINTS } from "#schemas/endpoints/multisig.ts";
import type { MultisigCheckOutput, MultisigTurn } from "#schemas/multisig.ts";

/** What turning it on or off takes, as the server says when it is opened. */
export function useCosts(turn: MultisigTurn) {
  const { data, isPending, refetch } = useQuery({
    queryKey: ["multisig costs", turn],
    queryFn: ({ signal }) => call(MULTISIG_ENDPOINTS.checkMultisig, { body: { turn }, signal }),
    gcTime: 0,
  });
  return { check: data ?? null, isPending, lookAgain: () => void refetch() };
}

interface CostsProps {
  readonly turn: MultisigTurn;
  readonly check: MultisigCheckOutput | null;
  readonly isPending: boolean;
}

/** The costs in words, or what stands against it. */
export function Costs({ turn, check, isPending }: CostsProps) {
  if (check === null)
    return isPending ? (
      <div role="status" aria-label="Looking up what it takes">
        <Skeleton className="h-24 w-full" />
      </div>
    ) : (
      <Notice tone="error">What it takes could not be read. Please close this and try again.</Notice>
    );
  return (
    <>
      {check.refusals.map(({ code, message }) => (
        <Notice key={code} tone="error">
          {message}
        </Notice>
      ))}
      <Facts
        facts={[
          ...(turn === "on"
            ? [{ name: "Kept aside while it is on", value: <Amount value={check.reserve} assetCode="XLM" /> }]
            : []),
          {
            name: "Network fee, at most",
            value: check.isFeeSponsored ? "Paid for you" : <Amount value={check.networkFee} assetCode="XLM" />,
          },
        ]}
      />
    </>
  );
}
