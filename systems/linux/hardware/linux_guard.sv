// SPDX-License-Identifier: Apache-2.0

// What Linux may reach on the machine with FreeRTOS below it; M mode may reach everything. The core has
// no physical memory protection, so each access is looked at on the bus, and each fetch in front of the
// instruction cache, which may have the line already.
module linux_guard (
  input  logic        machine_i,  // The access is M mode's
  input  logic        fetch_i,    // It is a fetch: of RAM only
  input  logic [31:0] addr_i,     // Its byte address
  output logic        refused_o   // It is not to be done
);

  logic open;

  always_comb begin
    unique casez (addr_i)
      32'h80??_????: open = addr_i[23:20] >= 4'h3;  // shared RAM, and Linux's own
      32'hF000_????: open = ~fetch_i;               // UART
      32'hF003_1???: open = ~fetch_i;               // page of the time
      32'hF006_0???: open = ~fetch_i;               // Linux's page of the doorbells
      default:       open = 1'b0;
    endcase
  end

  assign refused_o = ~machine_i & ~open;

endmodule
