import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ApiKeysCard } from "#pwa/api-keys/door.ts";
import { MultisigCard } from "#pwa/multisig/door.ts";
import { usePageTitle } from "#pwa/ui/page-title.ts";
import { MailboxNote } from "#pwa/profile/door.ts";
import { OfflineNote } from "#pwa/parts/answers/offline-note.tsx";
import { useAllowList, usePasskeys, useSecurity, useTwoFactor } from "#pwa/parts/answers/questions.ts";
import { WaitingNotes } from "#pwa/security/door.ts";
import { formatDate } from "#pwa/ui/format.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { useNow } from "#pwa/ui/now.ts";
import { Page } from "#pwa/ui/page.tsx";
import { takenBackWords } from "#pwa/platform/language/protection-words.ts";
import type { SecurityOutput } from "#schemas/security.ts";
import { AllowListCard } from "./allow-list-card.tsx";
import { CloseCard } from "./close-card.tsx";
import { FreezeCard } from "./freeze-card.tsx";
import { LimitsCard } from "./limits-card.tsx";
import { PasskeysCard } from "./passkeys-card.tsx";
import { PasswordCard } from "./password-card.tsx";
import { ProfileCard } from "./profile-card.tsx";
import { SignInNoticesCard } from "./sign-in-notices-card.tsx";
import { TwoFactorCard } from "./two-factor-card.tsx";

export function UserSettingsScreen() {
  usePageTitle(t`Profile and security`);
  const security = useSecurity();
  const twoFactor = useTwoFactor();
  const passkeys = usePasskeys();
  const allowList = useAllowList();
  const pauseHours = security.value?.pauseHours ?? null;
  const answers = [security, twoFactor, passkeys, allowList];
  return (
    <Page
      title={t`Profile and security`}
      description={t`Who you are here, how you sign in, and what a payment must pass.`}
    >
      <div className="mb-4 flex flex-col gap-2 empty:hidden">
        <OfflineNote
          keptAtMs={security.keptAtMs}
          hasFailed={answers.some(({ hasFailed }) => hasFailed)}
          onRetry={() => {
            for (const { hasFailed, refresh } of answers) if (hasFailed) refresh();
          }}
        />
        <MailboxNote canChange={security.canChange} />
        <StandingNotices known={security.value} />
        <WaitingNotes security={security} />
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="flex flex-col gap-4">
          <ProfileCard security={security} />
          <PasswordCard canChange={security.canChange} pauseHours={pauseHours} onChanged={security.refresh} />
          <TwoFactorCard twoFactor={twoFactor} security={security} />
          <PasskeysCard passkeys={passkeys} pauseHours={pauseHours} onPaused={security.refresh} />
          <SignInNoticesCard security={security} />
        </div>
        <div className="flex flex-col gap-4">
          <LimitsCard security={security} />
          <AllowListCard allowList={allowList} security={security} />
          <MultisigCard />
          <ApiKeysCard />
          <FreezeCard security={security} />
          <CloseCard security={security} />
        </div>
      </div>
    </Page>
  );
}

/** What stops payments at the moment. */
function StandingNotices({ known }: { readonly known: SecurityOutput | null }) {
  const nowMs = useNow();
  const isFrozen = known?.isFrozen ?? false;
  const until = known?.coolOffUntil ?? null;
  const taken = known?.takenBack ? takenBackWords(known.takenBack) : "";
  const untilMs = until === null ? 0 : Date.parse(until);
  return (
    <>
      {isFrozen ? (
        <Notice tone="error" title={t`Your account is frozen`}>
          <Trans>Nothing can be sent from it.</Trans> {taken}{" "}
          <Trans>Support can let it go again; what was taken back stays taken back.</Trans>
        </Notice>
      ) : null}
      {untilMs > nowMs ? (
        <Notice tone="warn" title={t`Sending is paused until ${{ date: formatDate(untilMs, { withTime: true }) }}`}>
          <Trans>
            Your password, email address, a passkey or the second factor was changed. The pause gives you time to act if
            it was not you.
          </Trans>
        </Notice>
      ) : null}
    </>
  );
}
