import '@mantine/tiptap/styles.layer.css'
import { Link, RichTextEditor as Editor } from '@mantine/tiptap'
import { useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'

/** Loaded only where a text is edited. */
export default function RichTextEditor({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (html: string) => void
}) {
  const editor = useEditor({
    shouldRerenderOnTransaction: true,
    extensions: [StarterKit.configure({ link: false }), Link],
    content: value,
    autofocus: 'end',
    editorProps: { attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true' } },
    // an empty document is an empty text
    onUpdate: ({ editor: e }) => onChange(e.isEmpty ? '' : e.getHTML()),
  })
  return (
    <Editor editor={editor}>
      <Editor.Toolbar>
        <Editor.ControlsGroup>
          <Editor.Bold />
          <Editor.Italic />
          <Editor.Underline />
          <Editor.ClearFormatting />
        </Editor.ControlsGroup>
        <Editor.ControlsGroup>
          <Editor.H3 />
          <Editor.BulletList />
          <Editor.OrderedList />
          <Editor.Blockquote />
        </Editor.ControlsGroup>
        <Editor.ControlsGroup>
          <Editor.Link />
          <Editor.Unlink />
        </Editor.ControlsGroup>
        <Editor.ControlsGroup>
          <Editor.Undo />
          <Editor.Redo />
        </Editor.ControlsGroup>
      </Editor.Toolbar>
      <Editor.Content />
    </Editor>
  )
}
