import { useState } from 'preact/hooks'
import type { CreatedKey, Key, Project } from '../../../../client/index.ts'
import { Dialog } from '../../components/dialog.tsx'
import { SelectField } from '../../components/fields.tsx'
import { Problem } from '../../components/states.tsx'
import { people } from '../../lib/session.ts'
import { useAction } from '../../lib/use-request.ts'

const OVERLAPS = [
  ['1', '1 hour'],
  ['24', '1 day'],
  ['168', '1 week'],
] as const

interface RotateProps {
  project: Project
  old: Key
  onClose: () => void
  onCreated: (key: CreatedKey) => void
}

export function RotateDialog({ project, old, onClose, onCreated }: RotateProps) {
  const [overlap, setOverlap] = useState<(typeof OVERLAPS)[number][0]>('24')
  const rotate = useAction(async () => onCreated(await people.rotateKey(project.projectId, old.id, Number(overlap))))
  return (
    <Dialog title={`Rotate “${old.name}”`} onClose={onClose}>
      <p>Creates a new key with the same name and scopes. The old key keeps working until the overlap ends.</p>
      <SelectField label="Overlap" value={overlap} options={OVERLAPS} onChange={setOverlap} />
      <Problem error={rotate.problem} />
      <div class="actions">
        <button type="button" class="primary" disabled={rotate.isBusy} onClick={() => void rotate.run()}>
          {rotate.isBusy ? 'Rotating…' : 'Rotate key'}
        </button>
      </div>
    </Dialog>
  )
}
