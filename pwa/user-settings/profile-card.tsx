import { useSession } from "#pwa/app/session.tsx";
import { Address } from "#pwa/ui/address.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { CopyButton } from "#pwa/ui/copy-button.tsx";
import { Identicon } from "#pwa/ui/identicon.tsx";
import { Facts } from "#pwa/ui/list.tsx";

/** Who the person is here; kept on the device, so it is there without a connection. */
export function ProfileCard() {
  const { user } = useSession();
  if (user === null) return null;
  return (
    <Card aria-labelledby="profile">
      <CardHeader
        id="profile"
        title="Profile"
        description="Your username and email stay as they were when the account was made."
      />
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-2">
        <Identicon address={user.walletAddress ?? user.uniqueUserId} size="lg" />
        <div className="min-w-0 grow basis-32">
          <p className="text-base font-semibold break-words">{user.username}</p>
          <p className="text-sm break-words text-ink-2">{user.email}</p>
        </div>
      </div>
      <Facts
        facts={[
          {
            name: "User ID",
            value: (
              <span className="inline-flex min-w-0 items-center gap-2">
                <span className="min-w-0 font-mono break-all">{user.uniqueUserId}</span>
                <CopyButton text={user.uniqueUserId} what="user ID" />
              </span>
            ),
          },
          {
            name: "Wallet",
            value: user.walletAddress === undefined ? "No wallet address" : <Address address={user.walletAddress} />,
          },
        ]}
      />
      <p className="mt-2 text-sm text-ink-3">
        People who use this service can pay you by your username or your user ID; everyone else by the wallet's address.
      </p>
    </Card>
  );
}
