// Makes tabs as ARIA describes them: one is in the tab order, arrow keys go to the others.

export interface Tabs {
  select(id: string): void;
}

/** `list` holds buttons with role tab, each of which names its panel in aria-controls. */
export function connectTabs(
  list: HTMLElement,
  onSelect: (panelId: string) => void = () => {},
): Tabs {
  const tabs = [...list.querySelectorAll<HTMLElement>('[role=tab]')];
  const panelOf = (tab: HTMLElement) => tab.getAttribute('aria-controls') ?? '';
  const select = (id: string) => {
    for (const tab of tabs) {
      const isChosen = panelOf(tab) === id;
      tab.setAttribute('aria-selected', String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      const panel = document.getElementById(panelOf(tab));
      if (panel !== null) panel.hidden = !isChosen;
    }
    onSelect(id);
  };
  for (const tab of tabs) tab.addEventListener('click', () => select(panelOf(tab)));
  list.addEventListener('keydown', (event) => {
    const step = steps[event.key];
    const at = tabs.indexOf(document.activeElement as HTMLElement);
    if (step === undefined || at === -1) return;
    const next = tabs[(at + step + tabs.length) % tabs.length];
    next?.focus();
    next?.click();
    event.preventDefault();
  });
  return { select };
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
