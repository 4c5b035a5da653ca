import { Dialog } from "@/ui/dialog";
import { start as words } from "@/text/runs";

interface StartDialogProps {
  agent: string | null;
  onClose: () => void;
}

export default function StartDialog({ onClose }: StartDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={words.title}>
      {null}
    </Dialog>
  );
}
