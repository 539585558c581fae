import type { Placed } from "./surface.ts";

/** How a control is named: by a label with `for`, or by `label` itself if there is none. */
export type Naming = {
  readonly id: string;
  readonly label?: string;
  readonly describedBy?: string;
  readonly isInvalid?: boolean;
};

export type FieldProps = { readonly placed: Placed; readonly naming: Naming };

/** The attributes that every control shares. */
export function namingAttributes({ id, label, describedBy, isInvalid = false }: Naming) {
  return {
    id,
    ...(label === undefined ? {} : { "aria-label": label }),
    ...(describedBy === undefined ? {} : { "aria-describedby": describedBy }),
    "aria-invalid": isInvalid,
  };
}
