import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import type { Contact } from "#pwa/parts/directory/directory.ts";
import { saveFile } from "#pwa/parts/files/save-file.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";

interface ExportContactsSheetProps {
  readonly contacts: readonly Contact[];
  readonly onClose: () => void;
}

/** Saves all contacts as a file; what writes the formats is loaded on demand, and works offline. */
export function ExportContactsSheet({ contacts, onClose }: ExportContactsSheetProps) {
  const [hasFailed, setFailed] = useState(false);
  async function save(kind: "csv" | "vcf") {
    try {
      if (kind === "csv") {
        const { writeContactCsv } = await import("./contact-csv.ts");
        saveFile("astrolabe-contacts.csv", "text/csv", writeContactCsv(contacts));
      } else {
        const { writeVcards } = await import("./contact-vcard.ts");
        saveFile("astrolabe-contacts.vcf", "text/vcard", writeVcards(contacts));
      }
      onClose();
    } catch (error) {
      logProblem("The contacts could not be exported", error);
      setFailed(true);
    }
  }
  return (
    <Sheet
      size="sm"
      onClose={onClose}
      title={t`Export contacts`}
      description={plural(
        { count: contacts.length },
        { one: "# contact goes into one file on this device.", other: "# contacts go into one file on this device." },
      )}
    >
      <div className="flex flex-col gap-2">
        {hasFailed ? (
          <Notice tone="error">
            <Trans>The file could not be made on this device. Please try again.</Trans>
          </Notice>
        ) : null}
        <Button variant="secondary" onClick={() => void save("csv")}>
          <Trans>CSV, for spreadsheets and wallets</Trans>
        </Button>
        <Button variant="secondary" onClick={() => void save("vcf")}>
          <Trans>vCard, for address books</Trans>
        </Button>
      </div>
    </Sheet>
  );
}
