export const businessStages = [
  { value: 'idea', label: 'Idea Stage' },
  { value: 'building', label: 'Actively Building' },
  { value: 'startup', label: 'Startup' },
  { value: 'established', label: 'Established Business' },
] as const;

/** The label of a stage; an unknown stage as it is. */
export function stageLabel(stage: string | null): string {
  return businessStages.find(({ value }) => value === stage)?.label ?? stage ?? '';
}
