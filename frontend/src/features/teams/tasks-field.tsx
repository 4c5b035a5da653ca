import { Plus } from "lucide-react";

import { wordsOf } from "@/features/studio/fields";
import type { Editor } from "@/features/studio/use-editor";
import { moved, rowsIn, rowsOf, type Row } from "@/features/teams/model/rows";
import { MOST_TASKS, newTask, without } from "@/features/teams/model/tasks";
import { TaskRow } from "@/features/teams/task-row";
import { teamPlan as words } from "@/text/teams";
import { announce } from "@/ui/announce";
import { Button } from "@/ui/button";

interface TasksFieldProps {
  editor: Editor;
  planner: Row;
  onChange: (tasks: readonly Row[] | undefined) => void;
}

/** The stored list of tasks: added, put in order, each with what it waits for. */
export function TasksField({ editor, planner, onChange }: TasksFieldProps) {
  const tasks = rowsOf(planner.tasks);
  const locked = editor.readOnly !== undefined;
  const whole = wordsOf(editor, "/planner/tasks");
  const put = (next: readonly Row[]) => onChange(rowsIn(next));
  const move = (from: number, to: number) => {
    if (to < 0 || to >= tasks.length) return;
    put(moved(tasks, from, to));
    announce(words.moved(to + 1));
  };
  return (
    <div className="flex flex-col gap-2.5">
      {tasks.length === 0 ? (
        <p className="text-fg-3">{words.noTasks}</p>
      ) : (
        <ol aria-label={words.tasks} className="flex flex-col gap-3">
          {tasks.map((_, index) => (
            <TaskRow
              key={index}
              editor={editor}
              tasks={tasks}
              place={index}
              onChange={put}
              onMove={(to) => move(index, to)}
              onRemove={() => put(without(tasks, index))}
            />
          ))}
        </ol>
      )}
      {whole !== undefined && <div className="text-12 text-danger">{whole}</div>}
      {!locked && tasks.length < MOST_TASKS && (
        <Button size="small" variant="ghost" icon={Plus} data-pointer="/planner/tasks" className="-ml-2 self-start" onClick={() => put([...tasks, newTask(tasks)])}>
          {words.addTask}
        </Button>
      )}
    </div>
  );
}
