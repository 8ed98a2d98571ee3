package server

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// mostPictured is the resolution above which a picture costs a model more than it shows, in dots to the inch.
const mostPictured = 150

type (
	mcpPicturing struct {
		ID    string `json:"id" jsonschema:"of a result or a citation in a PDF, such as docs:hr/leave.pdf#page=3, or of a picture"`
		Quote string `json:"quote,omitempty" jsonschema:"what was cited there, which is marked in the picture"`
		DPI   int    `json:"dpi,omitempty" jsonschema:"dots to the inch, 24 to 150: 96"`
	}
	mcpPicture struct {
		ID     string `json:"id"`
		URL    string `json:"url"`
		Page   int    `json:"page"`
		Pages  int    `json:"pages"`
		Marked string `json:"marked"` // whole, part or none of the quote
	}
)

// pictures adds the tool that shows a page, for models that can see: of scans, drawings and tables the text says little.
func pictures(a *assistant, m *mcp.Server) {
	closed := false
	mcp.AddTool(m, &mcp.Tool{Name: "page_picture", Description: "Show the page of a PDF on which a citation or result stands, or a file that is a picture: for scans, drawings, charts and tables.",
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &closed}},
		func(ctx context.Context, _ *mcp.CallToolRequest, in mcpPicturing) (*mcp.CallToolResult, mcpPicture, error) {
			note, end := a.note("page_picture")
			note.asked(struct {
				At string `json:"at"`
			}{in.ID})
			p, err := a.picture(context.WithValue(ctx, inquiryKey{}, note), in)
			end(err)
			if err != nil {
				return nil, mcpPicture{}, toldFault(err)
			}
			out := mcpPicture{in.ID, a.url(in.ID), p.Page, p.Pages, p.Marked}
			text, err := resultText(out)
			if err != nil {
				return nil, out, err
			}
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}, &mcp.ImageContent{Data: p.PNG, MIMEType: "image/png"}}}, out, nil
		})
}

func (a *assistant) picture(ctx context.Context, in mcpPicturing) (service.Picture, error) {
	if in.DPI > mostPictured {
		return service.Picture{}, spar.Errorf(spar.Invalid, "dpi is %d and may be %d: more costs a model more than it shows", in.DPI, mostPictured)
	}
	return a.s.Picture(ctx, a.who, service.Look{At: in.ID, Quote: in.Quote}, in.DPI, in.Quote != "")
}
