import type { Placed } from "./surface.ts";

/** How a control is named: by a label with `for`, or by `label` itself where there is none. */
export type Naming = {
  readonly id: string;
  readonly label: string | null;
  readonly describedBy: string | null;
  readonly isInvalid: boolean;
};

export type FieldProps = { readonly placed: Placed; readonly naming: Naming };

/** The attributes every control shares. */
export function namingAttributes({ id, label, describedBy, isInvalid }: Naming) {
  return {
    id,
    ...(label === null ? {} : { "aria-label": label }),
    ...(describedBy === null ? {} : { "aria-describedby": describedBy }),
    "aria-invalid": isInvalid,
  };
}
