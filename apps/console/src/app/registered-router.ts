// Tells the router's hooks which history they hand out; they would otherwise call it `any`.
import type { AnyRoute, Router, RouterHistory } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface Register {
    router: Router<AnyRoute, 'never', false, RouterHistory>;
  }
}
