import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { useSession } from "#pwa/parts/session/session.tsx";
import { GuestBuy, GuestDirectory, PageScreen } from "./public-screens.tsx";

const BuyScreen = lazyRouteComponent(() => import("#pwa/deposits/buy-screen.tsx"), "BuyScreen");
const AssetsScreen = lazyRouteComponent(() => import("#pwa/assets/assets-screen.tsx"), "AssetsScreen");

/** The routes that show a public page to guests and a screen to people who are signed in. */
export function openRoutes<Parent extends AnyRoute>(getParentRoute: () => Parent) {
  return [
    createRoute({ getParentRoute, path: "/faq", component: () => <PageScreen path="/faq" /> }),
    createRoute({ getParentRoute, path: "/assets", component: AssetsRoute }),
    createRoute({ getParentRoute, path: "/buy-xlm", component: BuyRoute }),
  ];
}

function AssetsRoute() {
  const { user } = useSession();
  return user === null ? <GuestDirectory /> : <AssetsScreen />;
}

function BuyRoute() {
  const { user } = useSession();
  return user === null ? <GuestBuy /> : <BuyScreen />;
}
