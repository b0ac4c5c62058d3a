// SPDX-License-Identifier: Apache-2.0

// The contexts, for the debugger.
module debugger_banks #(
  parameter int unsigned NTasks = 32,  // As in soc
  localparam int unsigned TaskWidth = $clog2(NTasks)
) (
  input logic        set_register_i,  // Rises when a register of those in use is changed
  input logic [ 4:0] number_i,        // Which one
  input logic [31:0] value_i          // To what
);

  export "DPI-C" function debugger_register;
  export "DPI-C" function debugger_has_banks;
  export "DPI-C" function debugger_task_register;

  `define ISOCHRON_CONTEXTS simulator_top.u_soc.gen_ibex.u_core.gen_contexts.u_contexts

  // A column of registers cannot be chosen by a number that varies.
  `define ISOCHRON_IN_USE(column) \
    `ISOCHRON_CONTEXTS.u_contexts.gen_column[column].u_slots.memory_q[ \
        {`ISOCHRON_CONTEXTS.u_contexts.slot_q, row}]
  `define ISOCHRON_OF_TASK(column) \
    `ISOCHRON_CONTEXTS.u_contexts.gen_column[column].u_store.memory_q[{task_id, row}]

  // A register of those in use.
  function automatic int debugger_register(int number);
    logic [1:0] row;
    row = number[4:3];
    case (number[2:0])
      3'd0:    return `ISOCHRON_IN_USE(0);
      3'd1:    return `ISOCHRON_IN_USE(1);
      3'd2:    return `ISOCHRON_IN_USE(2);
      3'd3:    return `ISOCHRON_IN_USE(3);
      3'd4:    return `ISOCHRON_IN_USE(4);
      3'd5:    return `ISOCHRON_IN_USE(5);
      3'd6:    return `ISOCHRON_IN_USE(6);
      default: return `ISOCHRON_IN_USE(7);
    endcase
  endfunction

  for (genvar c = 0; c < 8; c++) begin : gen_set
    logic [1:0]           row;
    logic [TaskWidth-1:0] task_id;

    assign row     = number_i[4:3];
    assign task_id = `ISOCHRON_CONTEXTS.turn_id;

    always_ff @(posedge set_register_i) begin
      if (number_i[2:0] == 3'(c)) begin
        `ISOCHRON_IN_USE(c) <= value_i;
        if (!`ISOCHRON_CONTEXTS.in_trap_q) `ISOCHRON_OF_TASK(c) <= value_i;
      end
    end
  end

  function automatic bit debugger_has_banks();
    return 1'b1;
  endfunction

  // A register of a task that does not run; number 0 is where it goes on.
  function automatic int debugger_task_register(int identifier, int number);
    logic [1:0]           row;
    logic [TaskWidth-1:0] task_id;
    row     = number[4:3];
    task_id = TaskWidth'(identifier);
    if (number == 0)
      return `ISOCHRON_CONTEXTS.interrupted_q[task_id] ? `ISOCHRON_CONTEXTS.pcs[task_id]
                                                       : `ISOCHRON_CONTEXTS.resumed_q;
    case (number[2:0])
      3'd0:    return `ISOCHRON_OF_TASK(0);
      3'd1:    return `ISOCHRON_OF_TASK(1);
      3'd2:    return `ISOCHRON_OF_TASK(2);
      3'd3:    return `ISOCHRON_OF_TASK(3);
      3'd4:    return `ISOCHRON_OF_TASK(4);
      3'd5:    return `ISOCHRON_OF_TASK(5);
      3'd6:    return `ISOCHRON_OF_TASK(6);
      default: return `ISOCHRON_OF_TASK(7);
    endcase
  endfunction

  `undef ISOCHRON_CONTEXTS
  `undef ISOCHRON_IN_USE
  `undef ISOCHRON_OF_TASK

endmodule
