import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ReviewSheet } from "#pwa/parts/confirming/review-sheet.tsx";
import { Costs, useTurn } from "./costs.tsx";
import { Signing } from "./sign-sheet.tsx";

/** The review of doing without the second key, then what has to be signed for it. */
export function TurnOffSheet({ onClose }: { readonly onClose: () => void }) {
  const confirmation = useTurn("off");
  const { state } = confirmation;
  if (state.step === "tracking") return <Signing submission={state.submission} onClose={onClose} />;
  const check = "check" in state ? state.check : null;
  return (
    <ReviewSheet
      title={t`Turn the second key off?`}
      label={t`Go on and sign it`}
      isDangerous
      {...{ confirmation, onClose }}
    >
      {check === null ? null : <Costs turn="off" check={check} />}
      <ul className="list-disc space-y-1.5 ps-5 text-sm text-ink-2">
        <li>
          <Trans>Your key has to sign this, too. You sign it in the next step.</Trans>
        </li>
        <li>
          <Trans>After that, this service alone signs your payments again, as you confirm them here.</Trans>
        </li>
        {check === null || check.pauseHours === 0 ? null : (
          <li>
            {plural(
              { hours: check.pauseHours },
              {
                one: "For your safety nothing can be sent for # hour afterwards.",
                other: "For your safety nothing can be sent for # hours afterwards.",
              },
            )}
          </li>
        )}
      </ul>
    </ReviewSheet>
  );
}
