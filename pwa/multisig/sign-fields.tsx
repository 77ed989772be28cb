import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Download, ExternalLink, ImageUp, ScanLine } from "lucide-react";
import { useCallback, useState } from "react";
import { saveFile } from "#pwa/parts/files/save-file.ts";
import { readQrFile } from "#pwa/parts/qr-codes/read-qr.ts";
import { ScanSheet } from "#pwa/parts/qr-codes/scan-sheet.tsx";
import { Address } from "#pwa/ui/address.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { CopyButton } from "#pwa/ui/copy-button.tsx";
import { Field, Textarea } from "#pwa/ui/field.tsx";
import { codeOf, type Outgoing, readReturnedText, signUri } from "./carry.ts";
import { SignCode } from "./sign-code.tsx";

/** More than any signed transaction of ours. */
const LONGEST_FILE = 60_000;

interface SignFieldsProps extends BringBackProps {
  readonly outgoing: Outgoing;
  readonly fileName: string;
}

/** A transaction on its way to whoever holds the key, and the place to bring it back signed. */
export function SignFields({ outgoing, fileName, ...back }: SignFieldsProps) {
  return (
    <>
      <TakeAlong outgoing={outgoing} fileName={fileName} />
      <BringBack {...back} />
    </>
  );
}

function TakeAlong({ outgoing, fileName }: Pick<SignFieldsProps, "outgoing" | "fileName">) {
  const code = codeOf(outgoing);
  return (
    <section aria-labelledby="sign-out" className="flex flex-col gap-3">
      <h3 id="sign-out" className="text-sm font-semibold">
        <Trans>1. Sign it with your key</Trans>
      </h3>
      <Address address={outgoing.key} withIdenticon />
      {code === null ? (
        <p className="text-sm text-ink-2">
          <Trans>It is too long for one QR code. Take it to your wallet as a file, or copy it.</Trans>
        </p>
      ) : (
        <SignCode text={code} />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="secondary" onClick={() => saveFile(`${fileName}.xdr`, "text/plain", outgoing.xdr)}>
          <Download aria-hidden="true" className="size-4" />
          <Trans>Save as a file</Trans>
        </Button>
        <Button asChild variant="secondary">
          <a href={signUri(outgoing)}>
            <ExternalLink aria-hidden="true" className="size-4" />
            <Trans>Open in a wallet here</Trans>
          </a>
        </Button>
        <CopyButton text={outgoing.xdr} label={t`Copy transaction`} />
      </div>
    </section>
  );
}

interface BringBackProps {
  readonly returned: string;
  readonly problem: string | undefined;
  readonly onReturned: (text: string) => void;
  readonly onProblem: (problem: string) => void;
}

function BringBack({ returned, problem, onReturned, onProblem }: BringBackProps) {
  const [isScanning, setScanning] = useState(false);
  const takeCode = useCallback(
    (text: string) => {
      setScanning(false);
      onReturned(readReturnedText(text) ?? text);
    },
    [onReturned],
  );
  async function takeFile(file: File | undefined) {
    if (file === undefined) return;
    try {
      const text = file.type.startsWith("image/") ? await readQrFile(file) : await file.slice(0, LONGEST_FILE).text();
      const xdr = text === null ? null : readReturnedText(text);
      if (xdr === null) onProblem(t`No transaction was found in that file. Choose the one that your wallet saved.`);
      else onReturned(xdr);
    } catch {
      onProblem(t`That file could not be read.`);
    }
  }
  return (
    <section aria-labelledby="sign-back" className="flex flex-col gap-3">
      <h3 id="sign-back" className="text-sm font-semibold">
        <Trans>2. Bring it back</Trans>
      </h3>
      <Field label={t`Signed transaction`} error={problem}>
        {(control) => (
          <Textarea
            {...control}
            rows={4}
            spellCheck={false}
            autoComplete="off"
            className="font-mono text-sm"
            value={returned}
            onChange={(event) => onReturned(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => setScanning(true)}>
          <ScanLine aria-hidden="true" className="size-4" />
          <Trans>Scan its code</Trans>
        </Button>
        <Button asChild variant="secondary">
          <label>
            <ImageUp aria-hidden="true" className="size-4" />
            <Trans>Choose a file</Trans>
            <input
              type="file"
              accept=".xdr,.txt,text/plain,image/*"
              className="sr-only"
              onChange={(event) => {
                void takeFile(event.target.files?.[0]);
                // The same file, signed by now, can be chosen again.
                event.target.value = "";
              }}
            />
          </label>
        </Button>
      </div>
      {isScanning ? <ScanSheet onRead={takeCode} onClose={() => setScanning(false)} /> : null}
    </section>
  );
}
