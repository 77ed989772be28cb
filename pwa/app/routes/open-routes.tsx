import { type AnyRoute, createRoute, lazyRouteComponent, Navigate, useSearch } from "@tanstack/react-router";
import * as v from "valibot";
import { INVITATION_PAGE_PATH } from "#schemas/mailed-links.ts";
import { PAY_PATH } from "#schemas/pay-path.ts";
import { withSentences } from "#pwa/platform/language/show-language.ts";
import { rememberedUser } from "#pwa/parts/session/remembered-user.ts";
import { useSession } from "#pwa/parts/session/session.tsx";
import { preload } from "./preload-screen.ts";
import { GuestBuy, GuestDirectory, GuestRequest, InvitationScreen, PageScreen } from "./public-screens.tsx";

const BuyScreen = lazyRouteComponent(
  () => withSentences("deposits/buy-screen", () => import("#pwa/deposits/buy-screen.tsx")),
  "BuyScreen",
);
const AssetsScreen = lazyRouteComponent(
  () => withSentences("assets/assets-screen", () => import("#pwa/assets/assets-screen.tsx")),
  "AssetsScreen",
);
const PaySearch = v.object({ uri: v.fallback(v.string(), "") });
const TokenSearch = v.object({ token: v.fallback(v.string(), "") });

/** The routes that show a public page to guests and a screen to people who are signed in. */
export function openRoutes<Parent extends AnyRoute>(getParentRoute: () => Parent) {
  return [
    createRoute({
      getParentRoute,
      path: "/faq",
      loader: () => preload(PageScreen),
      component: () => <PageScreen path="/faq" />,
    }),
    createRoute({ getParentRoute, path: "/assets", loader: () => forGuests(GuestDirectory), component: AssetsRoute }),
    createRoute({ getParentRoute, path: "/buy-xlm", loader: () => forGuests(GuestBuy), component: BuyRoute }),
    createRoute({ getParentRoute, path: PAY_PATH, component: PayRoute }),
    createRoute({ getParentRoute, path: INVITATION_PAGE_PATH, component: InvitationRoute }),
  ];
}

/** Has a guest's screen there before it is drawn, over the markup that came with it; whoever is known here loads another one. */
function forGuests(screen: Parameters<typeof preload>[0]): Promise<void> | undefined {
  return rememberedUser() === null ? preload(screen) : undefined;
}

function AssetsRoute() {
  const { user } = useSession();
  return user === null ? <GuestDirectory /> : <AssetsScreen />;
}

function BuyRoute() {
  const { user } = useSession();
  return user === null ? <GuestBuy /> : <BuyScreen />;
}

/** What a payment link asks for: to a person who is signed in it comes as any other request does. */
function PayRoute() {
  const { user } = useSession();
  const { uri } = v.parse(PaySearch, useSearch({ strict: false }));
  if (user === null) return <GuestRequest uri={uri} />;
  return <Navigate to="/send" search={uri === "" ? {} : { uri }} replace />;
}

/** Who is signed in can be asked who they are there. */
function InvitationRoute() {
  const { token } = v.parse(TokenSearch, useSearch({ strict: false }));
  return <InvitationScreen token={token} />;
}
