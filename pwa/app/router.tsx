import { createRootRoute, createRoute, createRouter, type RouterHistory } from "@tanstack/react-router";
import { ScreenError } from "./error-fallbacks.tsx";
import { AdminLayout, OpenLayout, PublicLayout, UserLayout } from "./layouts.tsx";
import { languageRewrite } from "./language-addresses.ts";
import { LoadingPage } from "./loading-page.tsx";
import { NotFound } from "./not-found.tsx";
import { openRoutes } from "./routes/open-routes.tsx";
import { OTHERS_PATH, WrittenPlace } from "./written-place.tsx";
import { publicRoutes } from "./routes/public-routes.tsx";
import { preload } from "./routes/preload-screen.ts";
import { AdminLoginScreen, PhoneUploadScreen, WrittenScreen } from "./routes/public-screens.tsx";
import { PHONE_UPLOAD_PATH } from "#pwa/parts/identity/identity-paths.ts";
import { adminRoutes, userRoutes } from "./routes/user-routes.tsx";

export type AppRouter = ReturnType<typeof createAppRouter>;

/** Every route of the app. Places are those of the browser, unless a history of other ones is given. */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree: createRoutes(),
    rewrite: languageRewrite,
    ...(history === undefined ? {} : { history }),
    defaultPendingComponent: LoadingPage,
    defaultErrorComponent: ScreenError,
    defaultPreload: "intent",
    scrollRestoration: history === undefined,
  });
}

function createRoutes() {
  const root = createRootRoute({ notFoundComponent: NotFound });
  const publicLayout = createRoute({ getParentRoute: () => root, id: "public", component: PublicLayout });
  const openLayout = createRoute({ getParentRoute: () => root, id: "open", component: OpenLayout });
  const userLayout = createRoute({ getParentRoute: () => root, id: "user", component: UserLayout });
  const adminLayout = createRoute({ getParentRoute: () => root, id: "administration", component: AdminLayout });
  // Neither menus nor anything of an account: whoever holds the phone is nobody here.
  const phone = createRoute({ getParentRoute: () => root, path: PHONE_UPLOAD_PATH, component: PhoneUploadScreen });
  const adminLogins = ["/admin", "/admin/$"].map((path) =>
    createRoute({ getParentRoute: () => root, path, component: AdminLoginScreen }),
  );
  const others = createRoute({
    getParentRoute: () => root,
    path: OTHERS_PATH,
    loader: () => preload(WrittenScreen),
    component: WrittenPlace,
  });
  return root.addChildren([
    others,
    publicLayout.addChildren(publicRoutes(() => publicLayout)),
    openLayout.addChildren(openRoutes(() => openLayout)),
    userLayout.addChildren(userRoutes(() => userLayout)),
    adminLayout.addChildren(adminRoutes(() => adminLayout)),
    ...adminLogins,
    phone,
  ]);
}
