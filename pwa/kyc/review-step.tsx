import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useLanguage } from "#pwa/platform/language/show-language.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import type { OwnIdentityOutput } from "#schemas/identity.ts";
import type { DocumentType } from "#schemas/kyc.ts";
import { countryName } from "./countries.ts";
import type { IdentityForm, Step, Wanted } from "./form-state.ts";
import { documentWords, hintWords, partWords } from "./identity-words.ts";
import type { LocalPictures } from "./kept-form.ts";
import { ShownPicture } from "./picture-step.tsx";

interface ReviewStepProps {
  readonly form: IdentityForm;
  readonly pictures: LocalPictures;
  readonly wanted: Wanted;
  readonly own: OwnIdentityOutput;
  readonly isOnline: boolean;
  /** Why it was not taken before. */
  readonly refusal: string | null;
  readonly onGoTo: (step: Step) => void;
  readonly onSend: () => void;
}

/** All that is about to be sent. */
export function ReviewStep({ form, pictures, wanted, own, isOnline, refusal, onGoTo, onSend }: ReviewStepProps) {
  const documentType = form.documentType ?? own.documentType;
  const language = useLanguage();
  return (
    <div className="flex flex-col gap-5">
      {wanted.fields.length === 0 ? null : (
        <section aria-label={t`Your document`}>
          <Facts facts={typedFacts(form, wanted, documentType, language)} />
          <Button variant="link" size="inline" className="pointer-coarse:min-h-11" onClick={() => onGoTo("document")}>
            <Trans>Change these</Trans>
          </Button>
        </section>
      )}
      <ul className="grid gap-4 sm:grid-cols-2">
        {wanted.slots.map((slot) => {
          const name = partWords(slot, documentType);
          const picture = pictures[slot];
          const hints = picture === undefined ? [] : (form.pictures[slot]?.hints ?? []);
          return (
            <li key={slot} className="flex flex-col gap-1.5">
              <div className="flex flex-wrap items-baseline justify-between gap-x-3">
                <h3 className="text-sm font-medium">{name}</h3>
                <Button
                  variant="link"
                  size="inline"
                  className="pointer-coarse:min-h-11"
                  aria-label={t`Change: ${name}`}
                  onClick={() => onGoTo(slot)}
                >
                  <Trans>Change</Trans>
                </Button>
              </div>
              {picture === undefined ? (
                <p className="grid aspect-4/3 place-items-center rounded-md bg-surface-2 p-4 text-center text-sm text-ink-2">
                  <Trans>Taken on another device</Trans>
                </p>
              ) : (
                <ShownPicture picture={picture.blob} name={name} />
              )}
              {hints.map((hint) => (
                <p key={hint} className="text-sm text-warn">
                  {hintWords(hint)}
                </p>
              ))}
            </li>
          );
        })}
      </ul>
      {refusal === null ? null : <Notice tone="error">{refusal}</Notice>}
      {isOnline ? null : (
        <Notice tone="warn" title={t`You are offline`}>
          <Trans>Nothing is lost. You can send it as soon as there is a connection.</Trans>
        </Notice>
      )}
      <Button disabled={!isOnline} onClick={onSend}>
        <Trans>Send it for review</Trans>
      </Button>
    </div>
  );
}

function typedFacts(form: IdentityForm, { fields }: Wanted, documentType: DocumentType | null, language: string) {
  const values = {
    documentType: documentType === null ? "" : documentWords(documentType),
    country: countryName(form.country, language),
    documentNumber: (
      <span className="font-mono" data-private="">
        {form.documentNumber.trim()}
      </span>
    ),
  };
  return fields.map((field) => ({ name: partWords(field, documentType), value: values[field] }));
}
